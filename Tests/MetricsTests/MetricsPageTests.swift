import Metrics
import Testing

@Suite("Metrics as Prometheus reads them")
struct MetricsPageTests {
    @Test("A metric is its help, its type and its samples, as the format's own example")
    func family() {
        var page = MetricsPage()
        page.add("http_requests_total", .counter, "The total number of HTTP requests.") {
            $0.add(1027, ["method": "post", "code": "200"])
            $0.add(3, ["method": "post", "code": "400"])
        }
        let expected = """
            # HELP http_requests_total The total number of HTTP requests.
            # TYPE http_requests_total counter
            http_requests_total{method="post",code="200"} 1027
            http_requests_total{method="post",code="400"} 3

            """
        #expect(page.text == expected)
    }

    @Test("A label's value may hold anything")
    func escaping() {
        var page = MetricsPage()
        page.add("m", .gauge, "M.") { $0.add(1.5, ["path": "C:\\DIR\n\"ü\""]) }
        #expect(page.text.hasSuffix("m{path=\"C:\\\\DIR\\n\\\"ü\\\"\"} 1.5\n"))
    }

    @Test("A metric without samples is left out")
    func empty() {
        var page = MetricsPage()
        page.add("m", .gauge, "M.") { _ in }
        #expect(page.text.isEmpty)
    }

    @Test(
        "What is no number has its own spelling",
        arguments: [(Double.nan, "NaN"), (.infinity, "+Inf"), (-.infinity, "-Inf")])
    func noNumber(value: Double, text: String) {
        var page = MetricsPage()
        page.add("m", .gauge, "M.") { $0.add(value) }
        #expect(page.text.hasSuffix("m \(text)\n"))
    }

    @Test("A histogram's buckets count all that is not above them")
    func histogram() {
        var histogram = MetricHistogram(bounds: [0.1, 1])
        for value in [0.05, 0.1, 0.5, 30, .nan] { histogram.observe(value) }
        var page = MetricsPage()
        page.add("h_seconds", .histogram, "H.") { $0.add(histogram, ["site": "a"]) }
        let expected = """
            # HELP h_seconds H.
            # TYPE h_seconds histogram
            h_seconds_bucket{site="a",le="0.1"} 2
            h_seconds_bucket{site="a",le="1.0"} 3
            h_seconds_bucket{site="a",le="+Inf"} 4
            h_seconds_sum{site="a"} 30.65
            h_seconds_count{site="a"} 4

            """
        #expect(page.text == expected)
    }
}
