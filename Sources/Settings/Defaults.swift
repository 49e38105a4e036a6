/// What a configuration says that says nothing, as `config.yaml` has it, but for the demo's regions and sites.
enum Defaults {
    static func tree(_ report: Report) -> Node? {
        let bytes = Array(text.description.utf8)
        let file = report.add(SourceFile(path: "the defaults", bytes: bytes))
        var composer = try? Composer(bytes, file: file)
        return try? composer?.document()
    }

    private static let text: StaticString = """
        site: demo-shop
        broker: {urls: [mqtt://127.0.0.1:1883]}
        topics: {base: beckon/v1, users: beckon-user/v1}
        gateway:
          id: auto
          source: auto
          adapters: [auto]
          scan: {mode: passive, profile: auto, coded: off, ibeacon_only: off, exclusive: false}
          rssi_offset: 0
          environment: 2.0
          http: {listen: 127.0.0.1:8081}
        regions: []
        presence:
          limits: {pairs: 100000, enters: 50/s}
          restore: {max_age: 15m}
          clear_after: 60s
          proximity: {immediate: 0.5, near: 3}
        ranging: 1s
        sightings: off
        rewind: {keep: off, max_size: 32MiB}
        privacy: {pseudonyms: off, key_file: none, key_id: k1, enrolled_only: false}
        outbox:
          path: auto
          profile: default
          max_events: 200000
          max_size: 256MiB
          min_free: 64MiB
          max_age: 7d
          replay_rate: 500/s
          confirm: auto
        home_assistant: false
        consumer:
          store: sqlite:auto
          partitions: 1
          import_folder: none
          rules:
            dwell: 20s
            store_dwell: 60s
            quiet_hours: "22:00-08:00"
            stale: 120s
            caps: {visit: 1, 20h: 1, 7d: 2, 30d: 6}
            repeat_item: 30d
            holdout: 0%
            rate: 60/h
            dry_run: false
          recommender: {kind: embedded, deadline: 800ms}
          http: {listen: 127.0.0.1:8080, public_url: none}
          retention: {presence: 24h, decisions: 90d, sends: 180d}
        log: {level: info}
        """
}
