/// The few numbers to look at first.
public struct FiguresPart: Sendable {
    public struct Figure: Sendable {
        public var name: String
        public var value: String
        public var isBad: Bool

        public init(_ name: String, _ value: String, isBad: Bool = false) {
            self.name = name
            self.value = value
            self.isBad = isBad
        }
    }

    public var figures: [Figure]
    /// What is wrong, and what to do; `nil`: all is well.
    public var problem: String?

    public init(figures: [Figure], problem: String? = nil) {
        self.figures = figures
        self.problem = problem
    }

    public var part: LivePart {
        let list = figures.map { figure -> HTML in
            """
            <div class="\(figure.isBad ? "bad" : "well")"><dt>\(figure.name)</dt><dd>\(figure.value)</dd></div>

            """
        }
        let problem: HTML? = problem.map { "<p class=\"problem\">\(Advice.html($0))</p>" }
        return LivePart("figures", "Now", "<dl>\n\(HTML(list))</dl>\(problem)")
    }
}
