import Foundation
import Testing

/// What a person sees, and what they would complain of.
extension Browser {
    /// The value of an expression in the page, awaited.
    func value<Value>(_ expression: String, as _: Value.Type = Value.self) throws -> Value {
        let answer = try ask(
            "Runtime.evaluate", ["expression": expression, "awaitPromise": true, "returnByValue": true])
        if let fault = answer["exceptionDetails"] { throw HarnessError("\(expression): \(fault)") }
        guard let value = (answer["result"] as? [String: Any])?["value"] as? Value else {
            throw HarnessError("\(expression) is \(answer)")
        }
        return value
    }

    func text(_ selector: String) throws -> String {
        try value("document.querySelector(\"\(selector)\")?.innerText ?? ''")
    }

    /// - Parameter height: of the picture, CSS pixels.
    func look(width: Int, height: Int, isDark: Bool) throws {
        _ = try ask(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500])
        _ = try ask(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    }

    /// axe-core as `deploy/axe` fetches it; `nil`: it was not.
    static let axe = try? String(
        contentsOf: Workspace.checkout.appendingPathComponent(".build/axe/axe.min.js"), encoding: .utf8)

    /// What axe-core finds wrong with the page, in light and in dark.
    func faults() throws -> [String] {
        guard let axe = Self.axe else { throw HarnessError("no axe-core: run deploy/axe") }
        var faults: [String] = []
        for isDark in [false, true] {
            try look(width: 390, height: 844, isDark: isDark)
            _ = try ask("Runtime.evaluate", ["expression": axe])
            faults += try value(
                """
                axe.run({resultTypes: ["violations"]}).then((found) => found.violations.map((violation) =>
                  `${violation.id}: ${violation.nodes.map((node) => node.html + " " + node.failureSummary).join("; ")}`))
                """, as: [String].self)
        }
        return faults
    }
}

extension Browser {
    /// Fills in /join in English as a grown-up in Finland who likes stout and agrees to everything; not sent yet.
    func fillInJoin(at url: String) throws {
        try open("\(url)/join?lang=en")
        try type("1", into: "input[name=day]")
        try type("2", into: "input[name=month]")
        try type("1990", into: "input[name=year]")
        try choose("FI", in: "select[name=country]")
        try press("input[name='taste:family:stout'][value=like]")
        for purpose in ["presence", "profiling", "marketing"] { try press("input[name='consent:\(purpose)']") }
    }
}
