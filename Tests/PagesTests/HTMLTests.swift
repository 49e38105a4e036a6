import TestSupport
import Testing

@testable import Pages

@Suite struct HTMLTests {
    @Test func whatIsFilledInIsTextAndNeverMarkup() {
        let hostile = "<script>alert(1)</script>&\"'\0"
        let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
        let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;\u{FFFD}"
        #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }

    @Test func piecesAreFilledInAsTheyAre() {
        let rows = HTML(["a & b", "c"].map { "<li>\($0)</li>" })
        let none: HTML? = nil
        #expect(("<ul>\(rows)\(none)\(7)</ul>" as HTML).text == "<ul><li>a &amp; b</li><li>c</li>7</ul>")
    }

    @Test func noTextWhateverEndsAnAttributeOrAnElement() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<2000 {
            let text = String(decoding: random.bytes(0...40), as: UTF8.self) + "<>\"'&".shuffled(using: &random)
            let html: HTML = "\(text)"
            // By scalars: what combines with a sign hides it from who looks at characters.
            let scalars = Array(html.text.unicodeScalars)
            #expect(!scalars.contains { "<>\"'".unicodeScalars.contains($0) })
            let isWhole = scalars.split(separator: "&", omittingEmptySubsequences: false).dropFirst().allSatisfy {
                part in ["amp;", "lt;", "gt;", "quot;", "#39;"].contains { part.starts(with: $0.unicodeScalars) }
            }
            #expect(isWhole)
        }
    }
}
