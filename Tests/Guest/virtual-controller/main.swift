import Glibc
import VirtualController

let usage = """
    Usage: virtual-controller serve legacy|extended…     makes adapters that hear each other, until it is ended;
                                                         prints each command: milliseconds, adapter, H4 packet
           virtual-controller tell CONTROLLER …          tells one of them (0 the first) what to do:
    plug, unplug
    \(Control.usage)
    """

func fail(_ text: String) -> Never {
    put("virtual-controller: \(text)\n", to: STDERR_FILENO)
    exit(1)
}

let words = Array(CommandLine.arguments.dropFirst())
let families = words.dropFirst().map { Family(rawValue: $0) }
do throws(PortError) {
    switch words.first {
    case "serve" where !families.isEmpty && !families.contains(nil):
        var server = try Server(families.compactMap(\.self))
        server.run()
    case "tell":
        let answer = try ControlSocket.ask(words.dropFirst().joined(separator: " "))
        if answer.hasPrefix("error") { fail(answer) }
        put("\(answer)\n", to: STDOUT_FILENO)
    default: fail(usage)
    }
} catch {
    fail(error.description)
}
