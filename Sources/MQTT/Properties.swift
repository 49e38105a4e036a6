import CMosquitto

/// The properties of messages that say no more than their content type, as nearly all do: made once, and not with each.
final class Descriptions {
    private final class Description {
        let contentType: String
        let properties: Properties

        init(of message: MQTTMessage, _ contentType: String) {
            self.contentType = contentType
            var properties = Properties()
            properties.add(describing: message)
            self.properties = properties
        }
    }

    /// Of the last few content types.
    private var known: [Description] = []
    private static let most = 4

    /// `nil`: the message has properties of its own.
    func list(for message: MQTTMessage) -> OpaquePointer? {
        guard let contentType = message.contentType, message.expiry == nil, message.responseTopic == nil,
            message.correlation == nil
        else { return nil }
        let before = known.first { $0.contentType == contentType }
        if let before { return before.properties.list }
        if known.count >= Self.most { known.removeFirst() }
        let description = Description(of: message, contentType)
        known.append(description)
        return description.properties.list
    }
}

/// A list of MQTT 5 properties, freed with this value.
struct Properties: ~Copyable {
    private(set) var list: OpaquePointer?

    deinit {
        var list = list
        mosquitto_property_free_all(&list)
    }

    mutating func add(_ identifier: mqtt5_property, byte value: UInt8) {
        mosquitto_property_add_byte(&list, Int32(identifier.rawValue), value)
    }

    mutating func add(_ identifier: mqtt5_property, short value: UInt16) {
        mosquitto_property_add_int16(&list, Int32(identifier.rawValue), value)
    }

    mutating func add(_ identifier: mqtt5_property, long value: UInt32) {
        mosquitto_property_add_int32(&list, Int32(identifier.rawValue), value)
    }

    mutating func add(_ identifier: mqtt5_property, text value: String) {
        mosquitto_property_add_string(&list, Int32(identifier.rawValue), value)
    }

    /// At most 65,535 bytes; of more nothing.
    mutating func add(_ identifier: mqtt5_property, bytes value: [UInt8]) {
        guard let count = UInt16(exactly: value.count) else { return }
        mosquitto_property_add_binary(&list, Int32(identifier.rawValue), value, count)
    }

    mutating func add(describing message: MQTTMessage) {
        if let type = message.contentType {
            add(MQTT_PROP_CONTENT_TYPE, text: type)
            add(MQTT_PROP_PAYLOAD_FORMAT_INDICATOR, byte: 1)
        }
        if let expiry = message.expiry { add(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, long: expiry) }
        if let topic = message.responseTopic { add(MQTT_PROP_RESPONSE_TOPIC, text: topic) }
        if let correlation = message.correlation { add(MQTT_PROP_CORRELATION_DATA, bytes: correlation) }
    }

    /// Gives the list away to a call that frees it itself.
    mutating func release() { list = nil }
}
