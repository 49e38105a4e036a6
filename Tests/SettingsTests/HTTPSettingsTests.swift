import Testing

@testable import Settings

@Suite struct HTTPSettingsTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1", 8080), ("\"[::1]:80\"", "::1", 80), ("0.0.0.0:0", "0.0.0.0", 0),
    ])
    func listensAtAnAddressAndAPort(text: String, host: String, port: Int) throws {
        let http = try load("consumer: {http: {listen: \(text)}}").consumer.http
        #expect(http.listen == ListenAddress(host: host, port: UInt16(port)))
    }

    @Test func isOnThisMachineAloneUnlessItIsSaidOrOff() throws {
        #expect(try load("").consumer.http.listen?.description == "127.0.0.1:8080")
        #expect(try load("consumer: {http: {listen: off}}").consumer.http.listen == nil)
        #expect(try load("").consumer.http.publicURL == nil)
        #expect(
            try load("consumer: {http: {public_url: 'https://beer.example:8443'}}").consumer.http.publicURL
                == "https://beer.example:8443")
    }

    @Test(arguments: [
        ("listen: 8080", "did you mean 127.0.0.1:8080?"), ("listen: 'localhost:80'", "did you mean 127.0.0.1:80?"),
        ("listen: '*:80'", "did you mean 0.0.0.0:80?"), ("listen: '127.0.0.1:70000'", "ADDRESS:PORT"),
        ("listen: '::1:80'", "ADDRESS:PORT"), ("listen: ''", "ADDRESS:PORT"),
        ("listen: '127.0.0.1:+1'", "ADDRESS:PORT"),
        ("public_url: 'https://a/'", "leave out the slash"), ("public_url: beer.example", "a URL without a path"),
        ("public_url: 'https://a\"><b'", "a URL without a path"), ("listn: off", "did you mean listen?"),
    ])
    func saysWhatIsWrong(text: String, complaint: String) throws {
        let error = #expect(throws: ConfigurationErrors.self) { _ = try load("consumer: {http: {\(text)}}") }
        #expect("\(error.map { "\($0)" } ?? "")".contains(complaint))
    }
}
