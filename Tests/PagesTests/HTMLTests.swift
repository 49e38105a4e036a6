import Testing

@testable import Pages

@Suite struct HTMLTests {
    @Test func whatIsFilledInIsTextAndNeverMarkup() {
        let hostile = "<script>alert(1)</script>&\"'\0"
        let html: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
        let escaped = "&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;\u{FFFD}"
        #expect(html.text == "<p title=\"\(escaped)\">\(escaped)</p>")
    }
}
