import Daemon
import Settings

/// The command line of the consumer.
let command = Command(
    name: "beckon-consumer", version: Version.text,
    summary: """
        Listens to the gateways of its sites, and tells a shopper of one thing they will like: at most one a visit,
        and only who agreed. It runs without a broker, and connects when one comes. SIGHUP has it read the configuration
        again; a wrong one changes nothing.
        """,
    options: [
        .init("config", value: "FILE", "the configuration; default \(Configuration.installed)"),
        .init("partitions", "prints who works on which part of the sites, and ends"),
        .init("state", value: "DIR", "where its state lies; default $STATE_DIRECTORY, else ~/.local/state/beckon"),
    ],
    example: """
        beckon-consumer --config config.yaml
        mosquitto_sub -v -t 'beckon-user/v1/+/notify'    what shoppers are told
        """)
