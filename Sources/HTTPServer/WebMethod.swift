/// What a request asks for. HEAD is answered as GET, without the body.
public enum WebMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
}
