public import MQTT
public import Settings

extension MQTTOptions {
    /// How a program reaches its broker, from the configuration. Secrets are read at each connect.
    public init(_ settings: BrokerSettings, clientID: String) {
        self.init(brokers: settings.urls.map(MQTT.BrokerURL.init), clientID: clientID)
        tls = TLS(
            authorities: settings.tls.ca, certificate: settings.tls.certificate, key: settings.tls.key,
            serverName: settings.tls.serverName)
        if let username = settings.username {
            credentials = { [password = settings.password] in
                Credentials(username: username, password: try password?.read())
            }
        }
    }
}

extension MQTT.BrokerURL {
    fileprivate init(_ url: Settings.BrokerURL) {
        self.init(host: url.host, port: url.port, usesTLS: url.isSecure)
    }
}
