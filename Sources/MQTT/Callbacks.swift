import CMosquitto
import Glibc

/// The library's callbacks: formed outside any isolation (formed on the main actor they would die by SIGILL on the
/// client's thread), they copy into the inbox and return.
enum Callbacks {
    static func install(on handle: OpaquePointer) {
        mosquitto_connect_v5_callback_set(handle) { _, inbox, code, flags, properties in
            Callbacks.inbox(inbox)?.answer = Inbox.Answer(
                code: code, isSessionPresent: flags & 1 == 1,
                receiveMaximum: Callbacks.number(UInt16.self, MQTT_PROP_RECEIVE_MAXIMUM, properties),
                sessionExpiry: Callbacks.number(UInt32.self, MQTT_PROP_SESSION_EXPIRY_INTERVAL, properties))
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, inbox, code, _ in
            // Its reading goes on, finds the socket closed, and tells that as an end too.
            if let inbox = Callbacks.inbox(inbox), inbox.endCode == nil { inbox.endCode = code }
        }
        mosquitto_publish_v5_callback_set(handle) { _, inbox, id, code, _ in
            Callbacks.inbox(inbox)?.acknowledgements.append(Inbox.Acknowledgement(id: id, code: code))
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, inbox, id, count, granted, _ in
            guard count > 0, let granted else { return }
            Callbacks.inbox(inbox)?.subscriptions.append((id, granted[0]))
        }
        mosquitto_message_v5_callback_set(handle) { _, inbox, message, properties in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let payload = UnsafeRawBufferPointer(start: message.payload, count: Int(max(message.payloadlen, 0)))
            Callbacks.inbox(inbox)?.messages.append(
                ReceivedMessage(
                    topic: String(cString: topic), payload: Array(payload),
                    qos: UInt8(truncatingIfNeeded: message.qos), isRetained: message.retain,
                    responseTopic: Callbacks.responseTopic(properties),
                    correlation: Callbacks.correlation(properties)))
            // For each acknowledgement the library writes into a pipe of its own that nobody reads: once full, that leaves
            // EAGAIN, as if there were no more to read.
            errno = 0
        }
        mosquitto_log_callback_set(handle) { handle, inbox, level, text in
            guard level == MOSQ_LOG_ERR, let text, let inbox = Callbacks.inbox(inbox), inbox.errors.count < 4 else {
                return
            }
            inbox.errors.append(String(cString: text))
            // The library says that it was not accepted, and not why; a moment later OpenSSL has forgotten.
            if let fault = beckon_certificate_fault(handle) { inbox.certificateFault = String(cString: fault) }
        }
    }

    private static func inbox(_ pointer: UnsafeMutableRawPointer?) -> Inbox? {
        pointer.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func responseTopic(_ properties: OpaquePointer?) -> String? {
        guard let properties else { return nil }
        var text: UnsafeMutablePointer<CChar>?
        mosquitto_property_read_string(properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false)
        defer { free(text) }
        return text.map { String(cString: $0) }
    }

    private static func correlation(_ properties: OpaquePointer?) -> [UInt8]? {
        guard let properties else { return nil }
        var bytes: UnsafeMutableRawPointer?
        var count: UInt16 = 0
        mosquitto_property_read_binary(properties, Int32(MQTT_PROP_CORRELATION_DATA.rawValue), &bytes, &count, false)
        defer { free(bytes) }
        return bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(count))) }
    }

    private static func number<Number: FixedWidthInteger & UnsignedInteger>(
        _: Number.Type, _ identifier: mqtt5_property, _ properties: OpaquePointer?
    ) -> Number? {
        guard let properties else { return nil }
        if Number.self == UInt16.self {
            var value: UInt16 = 0
            let found = mosquitto_property_read_int16(properties, Int32(identifier.rawValue), &value, false)
            return found == nil ? nil : Number(value)
        }
        var value: UInt32 = 0
        let found = mosquitto_property_read_int32(properties, Int32(identifier.rawValue), &value, false)
        return found == nil ? nil : Number(truncatingIfNeeded: value)
    }
}
