import Testing

@testable import Daemon

@Suite("Manual pages and completion")
struct ManualTests {
    private let command = Command(
        name: "beckon test", version: "1.2.3", summary: "Does what tests need. And more.\n\n.conf files too, 'quoted'.",
        operands: [.init("FILE", isRequired: false)], options: [.init("gateway-id", value: "ID", "the box's name")],
        exitCodes: [.ok], example: "beckon test --gateway-id a\\b")

    @Test("A page has the parts that man(7) asks for, and all that the help says")
    func page() throws {
        guard case .show(let page) = try command.parse(["--man"]) else { throw UsageError.operand("--man") }
        #expect(page.hasPrefix(".TH BECKON\\-TEST 1 \"\" \"beckon 1.2.3\" \"Beckon\"\n.SH NAME\nbeckon\\-test \\- "))
        #expect(page.contains(".TP\n.B \\-\\-gateway\\-id ID\nthe box's name\n"))
        #expect(page.contains(".TP\n.B 0\n"))
        #expect(page.contains("beckon test \\-\\-gateway\\-id a\\eb\n.fi"))
    }

    @Test("No line of ours is taken for a request")
    func requests() {
        #expect(command.manual.contains("\n\\&.conf files too, 'quoted'.\n"))
        #expect(command.manual.contains("Does what tests need. And more.\n.PP\n"))
    }

    @Test("A daemon's page is of section 8")
    func daemon() {
        let daemon = Command(name: "beckon-gateway", summary: "Hears.", options: [], example: "beckon-gateway")
        #expect(daemon.manual.hasPrefix(".TH BECKON\\-GATEWAY 8 "))
    }

    @Test("Completion knows every command and its options")
    func completion() {
        let family = CommandFamily(name: "beckon", summary: "All.", commands: [command])
        #expect(family.overview("--completion").contains("compgen -W 'test' --"))
        #expect(family.completion.contains("test) options='--gateway-id --help --version' ;;"))
        #expect(family.overview("--man").contains(".TP\n.B test\nDoes what tests need\n"))
    }
}
