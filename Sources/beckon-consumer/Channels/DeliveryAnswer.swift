import HTTPClient

/// What a channel's server made of one attempt.
enum DeliveryAnswer: Hashable {
    case taken
    /// Another attempt may succeed. - Parameter after: seconds that the server asked for.
    case later(why: String, after: Int?, mayHaveArrived: Bool)
    /// No attempt will.
    case refused(why: String)
    /// The address is not to be used again.
    case gone

    init(_ result: Result<HTTPResponse, HTTPError>) {
        switch result {
        case .success(let response):
            let why = "status \(response.status)"
            switch response.status {
            case 200..<300: self = .taken
            case 410: self = .gone
            // The server says that it did not take it.
            case 408, 425, 429, 503: self = .later(why: why, after: response.retryAfter, mayHaveArrived: false)
            case 500...: self = .later(why: why, after: response.retryAfter, mayHaveArrived: true)
            default: self = .refused(why: why)
            }
        case .failure(let error):
            switch error.kind {
            case .request, .privateAddress, .tls: self = .refused(why: error.description)
            case .unreachable: self = .later(why: error.description, after: nil, mayHaveArrived: false)
            case .deadline, .broken, .tooLarge: self = .later(why: error.description, after: nil, mayHaveArrived: true)
            }
        }
    }
}
