import MQTT
import Messages

/// A question to the gateway as it came, by whoever may write to its topic.
struct Inquiry {
    /// What is made of it.
    enum Reading {
        case question(Request.Question, from: Asker)
        case fault(RequestFault, from: Asker)
        /// Nobody can be told.
        case unanswerable(String)
    }

    /// Where the answer goes.
    struct Asker: Hashable {
        let topic: Topic
        let id: String?
        let correlation: [UInt8]?
    }

    /// Bytes: no question is nearly as long.
    static let longest = 16 << 10
    /// Bytes of a response topic, of correlation data, of a client's name.
    private static let longestTopic = 512
    private static let longestCorrelation = 1024
    private static let longestClient = 64

    /// `nil`: too long.
    private let payload: [UInt8]?
    private let responseTopic: String?
    private let correlation: [UInt8]?
    private let isRetained: Bool

    init(_ message: ReceivedMessage) {
        payload = message.payload.count <= Self.longest ? message.payload : nil
        responseTopic = message.responseTopic
        correlation = message.correlation.map { Array($0.prefix(Self.longestCorrelation + 1)) }
        isRetained = message.isRetained
    }

    func reading(by gateway: GatewayID, _ topics: Topics) -> Reading {
        guard !isRetained else { return .unanswerable("it is retained, and would be heard at each connection") }
        guard correlation?.count ?? 0 <= Self.longestCorrelation else {
            return .unanswerable("its correlation data is longer than \(Self.longestCorrelation) bytes")
        }
        let (id, question) = question
        guard let topic = topic(id, gateway, topics) else {
            return .unanswerable(
                responseTopic == nil
                    ? "neither a response topic nor an id says where to answer"
                    : "its response topic is none of \(topics.base)/\(gateway)/response/…")
        }
        let asker = Asker(topic: topic, id: id, correlation: correlation)
        do throws(RequestFault) {
            return .question(try question.get(), from: asker)
        } catch {
            return .fault(error, from: asker)
        }
    }

    /// The id, also of what is no question of ours.
    private var question: (id: String?, Result<Request.Question, RequestFault>) {
        guard let payload else {
            return (nil, .failure(RequestFault("too_large", "a request has at most \(Self.longest) bytes")))
        }
        do throws(PayloadError) {
            let request = try Request(parsing: payload)
            return (request.id, .success(request.question))
        } catch {
            let code = error.path == "op" ? "unknown_op" : "bad_request"
            return ((try? RequestID(parsing: payload))?.id, .failure(RequestFault(code, "\(error)")))
        }
    }

    /// A response topic elsewhere would make the gateway speak where whoever asks may not.
    private func topic(_ id: String?, _ gateway: GatewayID, _ topics: Topics) -> Topic? {
        if let responseTopic {
            guard responseTopic.utf8.count <= Self.longestTopic, let topic = topics.parse(responseTopic),
                case .response(gateway, _) = topic
            else { return nil }
            return topic
        }
        guard let client = id?.prefix(while: { $0 != ":" }), (1...Self.longestClient).contains(client.utf8.count) else {
            return nil
        }
        return .response(gateway, client: String(client))
    }
}

/// Why a request was not done.
struct RequestFault: Error, Hashable {
    /// For programs.
    let code: String
    /// For people.
    let message: String

    init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }
}
