/// Where a shopper enrols.
public struct JoinPage: Sendable {
    /// What was missing.
    public enum Problem: Sendable {
        case age, taste, consent, full
    }

    public var choices: [TasteChoice]
    public var problem: Problem?
    /// As typed before, so that nobody types it twice.
    public var day = "", month = "", year = "", country = ""
    /// Agreed to before.
    public var granted: Set<String> = []

    public init(choices: [TasteChoice], problem: Problem? = nil) {
        self.choices = choices
        self.problem = problem
    }

    public func document(in language: Language) -> Document {
        let texts = Texts.of(language).join
        let body: HTML = """
            <main>
            \(LanguageLinks.html(on: "/join", in: language))
            <h1>\(texts.title)</h1>
            <p class="lead">\(texts.lead)</p>
            \(note(texts))
            <form method="post" action="/join?lang=\(language.rawValue)">
            <section aria-labelledby="age">
            <h2 id="age">\(texts.age)</h2>
            <p class="hint" id="age-hint">\(texts.ageMeans)</p>
            <div class="date" role="group" aria-labelledby="age" aria-describedby="age-hint">\(dateFields(texts, language))</div>
            <label class="field"><span>\(texts.country)</span>
            <select name="country" required autocomplete="country">\(countryOptions(texts))</select></label>
            </section>
            <section aria-labelledby="taste">
            <h2 id="taste">\(texts.taste)</h2>
            <p class="hint">\(texts.tasteMeans)</p>
            \(HTML(choices.map { $0.row(texts) }))
            </section>
            <section aria-labelledby="consents">
            <h2 id="consents">\(texts.consents)</h2>
            <p class="hint">\(texts.consentsMean)</p>
            \(ConsentFields.boxes(granted: granted, in: language))
            </section>
            <button class="main">\(texts.submit)</button>
            </form>
            </main>
            """
        return Document(texts.title, language, body: body)
    }

    private func note(_ texts: Texts.Join) -> HTML? {
        problem.map { problem in
            let words =
                switch problem {
                case .age: texts.missingAge
                case .taste: texts.missingTaste
                case .consent: texts.missingConsent
                case .full: texts.full
                }
            return "<p role=\"alert\" class=\"problem\">\(words)</p>"
        }
    }

    private func dateFields(_ texts: Texts.Join, _ language: Language) -> HTML {
        let fields: [HTML] = [
            Self.number("day", texts.day, day, digits: 2), Self.number("month", texts.month, month, digits: 2),
            Self.number("year", texts.year, year, digits: 4),
        ]
        return HTML(language == .japanese ? fields.reversed() : fields)
    }

    private static func number(_ name: String, _ label: String, _ value: String, digits: Int) -> HTML {
        """
        <label class="field"><span>\(label)</span><input name="\(name)" value="\(value)" inputmode="numeric" \
        pattern="[0-9]{1,\(digits)}" maxlength="\(digits)" size="\(digits)" required autocomplete="bday-\(name)"></label>
        """
    }

    private func countryOptions(_ texts: Texts.Join) -> HTML {
        let others = Countries.all + [(Countries.other, texts.otherCountry)]
        return "<option value=\"\"></option>"
            + HTML(
                others.map { code, name in
                    let selected: HTML = code == country ? " selected" : ""
                    return "<option value=\"\(code)\"\(selected)>\(name)</option>"
                })
    }
}
