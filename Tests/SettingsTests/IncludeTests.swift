import HCI
import Presence
import Testing

@testable import Settings

@Suite("Includes")
struct IncludeTests {
    @Test("Maps merge key by key, regions by name, other lists replace; the including file wins")
    func merging() throws {
        let folder = try Folder()
        let path = try folder.write(
            "c.yaml",
            """
            include: conf.d/*.yaml
            gateway: {adapters: [hci0]}
            regions:
              - name: new
                address: 00:11:22:33:44:66
              - name: shelf
                exit: {after: 9s}
            """)
        try folder.write(
            "conf.d/10.yaml",
            """
            site: first
            gateway: {id: one, adapters: [hci1, hci2]}
            regions:
              - name: shelf
                address: 00:11:22:33:44:55
                exit: {after: 5s, below_for: 7s}
            """)
        try folder.write("conf.d/20.yaml", "site: second\nlog: {level: debug}")
        try folder.write("conf.d/30.txt", "site: none")
        let configuration = try Configuration.load(path).configuration
        #expect(configuration.site == "second")
        #expect(configuration.logLevel == .debug)
        #expect(configuration.gateway.id == "one")
        #expect(configuration.gateway.adapters == [.index(0)])
        #expect(configuration.presence.regions.map(\.name) == ["shelf", "new"])
        #expect(configuration.presence.regions[0].exit.after == .seconds(9))
        #expect(configuration.presence.regions[0].exit.belowFor == .seconds(7))
    }

    @Test("A list of files is read in its order; a file may include in turn, relative to itself")
    func nesting() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", "include: [b.yaml, sub/a.yaml]")
        try folder.write("b.yaml", "site: b")
        try folder.write("sub/a.yaml", "include: deeper.yaml\nconsumer: {store: \"sqlite:x.db\"}")
        try folder.write("sub/deeper.yaml", "site: deeper")
        let configuration = try Configuration.load(path).configuration
        #expect(configuration.site == "deeper")
        #expect(configuration.consumer.store.place == .sqlite(path: "\(folder.path)/sub/x.db"))
    }

    @Test("Faults are told in the file that has them, of all files at once")
    func faultsEverywhere() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", "ranging: 1\ninclude: [a.yaml, none.yaml, b.yaml]")
        try folder.write("a.yaml", "site: A\nsite: b")
        try folder.write("b.yaml", "log: [")
        #expect(
            faults(at: path) == [
                "1:10: expected off or a duration from 100ms to 3650d, found '1': the unit is missing; did you mean 1s?",
                "2:19: \(folder.path)/none.yaml cannot be opened: No such file or directory",
                "a.yaml:1:7: expected a name of at most 32 of a-z, 0-9, _ and -, beginning with a letter or digit,"
                    + " found 'A': did you mean a?",
                "a.yaml:2:1: site is given twice, first in line 1",
                "b.yaml:2:1: did not find expected node content while parsing a flow node",
            ])
    }

    @Test("A pattern that matches nothing is no fault")
    func noMatch() throws {
        #expect(try faults("include: conf.d/*.yaml") == [])
    }

    @Test("A loop is refused, under whatever name")
    func loops() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", "include: a.yaml")
        try folder.write("a.yaml", "include: sub/../c.yaml")
        try folder.write("sub/x.yaml", "")
        #expect(faults(at: path) == ["a.yaml:1:10: \(folder.path)/sub/../c.yaml includes itself"])
    }

    @Test("A hundred files are too many")
    func tooMany() throws {
        let folder = try Folder()
        let path = try folder.write("c.yaml", "include: d/*")
        for number in 0..<100 { try folder.write("d/\(100 + number).yaml", "") }
        let found = faults(at: path)
        #expect(found.count == 37)
        #expect(found.first == "1:10: \(folder.path)/d/163.yaml is one file too many; at most 64 are read")
    }

    @Test("A region that comes twice in one file is a fault, though it merges with an included one")
    func doubleRegion() throws {
        let folder = try Folder()
        let region = "{name: a, address: 00:11:22:33:44:55}"
        let path = try folder.write("c.yaml", "include: a.yaml\nregions: [\(region), \(region)]")
        try folder.write("a.yaml", "regions: [\(region)]")
        #expect(faults(at: path).count == 1)
    }
}
