/// Something that can be liked or disliked.
public struct TasteChoice: Sendable {
    public enum Opinion: String, Sendable, CaseIterable {
        case like, none, dislike
    }

    /// `family:stout`.
    public let feature: String
    public let label: String
    public let opinion: Opinion

    public init(feature: String, label: String, opinion: Opinion) {
        self.feature = feature
        self.label = label
        self.opinion = opinion
    }

    /// The form's field of a feature.
    public static func field(of feature: String) -> String { "taste:\(feature)" }

    /// One row of three choices.
    func row(_ texts: Texts.Join) -> HTML {
        let choices = Opinion.allCases.map { value -> HTML in
            let word =
                switch value {
                case .like: texts.like
                case .none: texts.noOpinion
                case .dislike: texts.dislike
                }
            let checked: HTML = value == opinion ? " checked" : ""
            return """
                <label class="\(value.rawValue)"><input type="radio" name="\(Self.field(of: feature))" \
                value="\(value.rawValue)"\(checked)><span>\(word)</span></label>
                """
        }
        return "<fieldset class=\"taste\"><legend>\(label)</legend><div>\(HTML(choices))</div></fieldset>\n"
    }
}
