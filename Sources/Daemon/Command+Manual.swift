/// What the package makes of the command tables: manual pages (man(7)) and bash's completion.
extension Command {
    /// The manual page: of section 1 for a command of a program, 8 for a daemon.
    var manual: String {
        let words = name.split(separator: " ")
        let title = words.joined(separator: "-")
        let section = words.count > 1 ? 1 : 8
        return """
            .TH \(Roff.text(title.uppercased())) \(section) "" "beckon \(version)" "Beckon"
            .SH NAME
            \(Roff.text(title)) \\- \(Roff.text(headline))
            .SH SYNOPSIS
            .B \(Roff.text(name))
            \(Roff.text(operands.map(\.usage).joined()).drop { $0 == " " })
            [\\fIOPTION\\fR]…
            .SH DESCRIPTION
            \(Roff.paragraphs(summary))
            .SH OPTIONS
            \(Roff.table(options.map { ($0.usage, $0.summary) }))
            .SH EXIT STATUS
            \(Roff.table(exitCodes.map { ("\($0.rawValue)", $0.summary) }))
            .SH EXAMPLES
            .nf
            \(Roff.lines(example))
            .fi
            .SH SEE ALSO
            \(Roff.text("/usr/share/doc/beckon/README.md, /etc/beckon/config.yaml"))

            """
    }
}

extension CommandFamily {
    /// The manual page of the program; each command has one of its own.
    var manual: String {
        """
        .TH \(Roff.text(name.uppercased())) 1 "" "beckon \(Version.text)" "Beckon"
        .SH NAME
        \(Roff.text(name)) \\- \(Roff.text(summary))
        .SH SYNOPSIS
        .B \(Roff.text(name))
        \\fICOMMAND\\fR [\\fIOPTION\\fR]…
        .SH COMMANDS
        Each has a page of its own, as
        .BR \(Roff.text("\(name)-check")) (1).
        \(Roff.table(commands.map { (shortName(of: $0), $0.headline) }))

        """
    }

    /// A script for bash: commands, each command's options, and files.
    var completion: String {
        let cases = commands.map { command in
            "        \(shortName(of: command))) options='\(command.options.map { "--\($0.name)" }.joined(separator: " "))' ;;"
        }
        return """
            # Completion for \(name).
            _\(name)() {
                local word=${COMP_WORDS[COMP_CWORD]} options
                if ((COMP_CWORD == 1)); then
                    mapfile -t COMPREPLY < <(compgen -W '\(commands.map(shortName).joined(separator: " "))' -- "$word")
                    return
                fi
                case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                esac
                if [[ $word == -* ]]; then
                    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
                else
                    mapfile -t COMPREPLY < <(compgen -f -- "$word")
                fi
            }
            complete -o filenames -F _\(name) \(name)

            """
    }
}

/// The language of manual pages, as far as they need it.
private enum Roff {
    /// Text that stands for itself, on one line.
    static func text(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\n": result += " "
            default: result.append(character)
            }
        }
        // A line that begins with one of these would be a request.
        return result.hasPrefix(".") || result.hasPrefix("'") ? "\\&\(result)" : result
    }

    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { Self.text(String($0)) }
            .joined(separator: "\n")
    }

    /// An empty line begins a paragraph.
    static func paragraphs(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? ".PP" : Self.text(String($0)) }.joined(separator: "\n")
    }

    static func table(_ rows: [(name: String, meaning: String)]) -> String {
        rows.map { ".TP\n.B \(text($0.name))\n\(text($0.meaning))" }.joined(separator: "\n")
    }
}
