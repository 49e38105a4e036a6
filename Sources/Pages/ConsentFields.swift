/// What a visitor is asked to agree to.
public enum ConsentFields {
    /// The version of the texts; a new one with every change to their meaning.
    public static let version = "1"
    /// The form's fields, in order.
    public static let purposes = ["presence", "profiling", "marketing"]

    /// The text that is agreed to.
    public static func text(of purpose: String, in language: Language) -> String {
        let texts = Texts.of(language).consents
        return switch purpose {
        case "presence": texts.presence
        case "profiling": texts.profiling
        default: texts.marketing
        }
    }

    /// A box for each purpose; none is ticked unless it was agreed to before.
    static func boxes(granted: Set<String>, in language: Language) -> HTML {
        HTML(
            purposes.map { purpose in
                let checked: HTML = granted.contains(purpose) ? " checked" : ""
                return """
                    <label class="box"><input type="checkbox" name="consent:\(purpose)" value="yes"\(checked)>\
                    <span>\(text(of: purpose, in: language))</span></label>

                    """
            })
    }

    public static func field(of purpose: String) -> String { "consent:\(purpose)" }
}
