import Daemon
import Settings

@main
enum Main {
    private static let subcommands: [Subcommand] = [
        .check, .doctor, .decode, .scan, .watch, .record, .replay, .simulate, .emit, .calibrate, .rewind, .outbox,
        .gateway,
        .partitions, .importFiles, .export, .erase, .token, .why, .decisions, .preview, .who, .pause, .resume, .report,
    ]

    private static let family = CommandFamily(
        name: "beckon", summary: "What a person does with beacons and with a gateway.",
        commands: subcommands.map(\.command))

    static func main() {
        let (command, arguments) = family.arguments()
        do {
            try subcommands.first { $0.command.name == command.name }?.run(arguments)
        } catch let error as UsageError {
            command.fail(error)
        } catch let error as ConfigurationErrors {
            ExitCode.configuration.exit(saying: "\(error)")
        } catch let error as SystemError where error.isClosedPipe {
            ExitCode.ok.exit()
        } catch {
            ExitCode.failure.exit(saying: "\(command.name): \(error)\n")
        }
    }
}
