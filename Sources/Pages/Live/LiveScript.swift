/// What `/live.js` says.
public enum LiveScript {
    public static let js: StaticString = """
        const state = document.getElementById("state");
        const wanted = new Map();
        const underWay = new Set();

        // Makes an element what a fresh one is. What has not changed stays: the focus in it, and what is unfolded.
        const merge = (old, fresh) => {
          if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) return old.replaceWith(fresh);
          if (old.nodeType !== Node.ELEMENT_NODE) {
            if (old.data !== fresh.data) old.data = fresh.data;
            return;
          }
          for (const {name} of [...old.attributes]) {
            if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
          }
          for (const {name, value} of fresh.attributes) {
            if (old.getAttribute(name) !== value) old.setAttribute(name, value);
          }
          if (old.id === "chart") return;
          const named = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
          let next = old.firstChild;
          for (const child of [...fresh.childNodes]) {
            const fits = next && !next.id && next.nodeName === child.nodeName;
            const same = child.id ? named.get(child.id) : fits ? next : undefined;
            if (!same) {
              old.insertBefore(child, next);
              continue;
            }
            if (same === next) next = next.nextSibling;
            else old.insertBefore(same, next);
            merge(same, child);
          }
          while (next) {
            const gone = next;
            next = next.nextSibling;
            gone.remove();
          }
        };

        const refresh = async (name) => {
          if (underWay.has(name)) return;
          underWay.add(name);
          try {
            for (let version; version !== wanted.get(name);) {
              version = wanted.get(name);
              const old = document.getElementById(name);
              if (!old || old.dataset.version === version) continue;
              const answer = await fetch(`/parts/${name}${location.search}`);
              if (!answer.ok) break;
              const fresh = document.createElement("template");
              fresh.innerHTML = await answer.text();
              merge(old, fresh.content.firstElementChild);
              if (name === "signal") follow();
            }
          } catch {
            // The server has gone: it tells all versions when it is back.
          } finally {
            underWay.delete(name);
          }
        };

        const events = new EventSource(`/events${location.search}`);
        events.addEventListener("change", (event) => {
          for (const [name, version] of Object.entries(JSON.parse(event.data))) {
            wanted.set(name, version);
            refresh(name);
          }
        });
        events.onopen = () => {
          state.textContent = "Live";
          state.className = "on";
        };
        events.onerror = () => {
          const isOver = events.readyState === EventSource.CLOSED;
          state.textContent = isOver ? "Not connected. Reload the page." : "The connection was lost. Trying again.";
          state.className = "off";
        };
        // A page that is left keeps no stream open.
        addEventListener("pagehide", () => events.close());
        addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });

        // The chart: what the table of the signal said during the last minute.
        const span = 60_000, silence = 10_000, height = 240, left = 34;
        const lines = new Map();
        // From our clock to the server's, milliseconds; what came fastest says it best.
        let ahead = -Infinity;

        const follow = () => {
          const chart = document.getElementById("chart");
          if (!chart) return;
          const at = Number(chart.dataset.at);
          const rows = [...document.querySelectorAll("#signal tbody tr")].map((row) => row.dataset);
          for (const row of rows) {
            const name = `${row.region} ${row.gateway}`;
            if (!row.level || !at) continue;
            const points = lines.get(name) ?? [];
            if (points.at(-1)?.at !== at) points.push({at, level: Number(row.level)});
            lines.set(name, points);
            ahead = Math.max(ahead, at - Date.now());
          }
          const now = Date.now() + ahead;
          for (const [name, points] of lines) {
            lines.set(name, points.filter((point) => point.at > now - span));
          }
          draw(chart, rows, now);
        };

        const minus = (level) => `${Math.round(level)}`.replace("-", "−");

        const draw = (chart, rows, at) => {
          const limits = rows.flatMap((row) => [
            {level: row.enter, text: `${row.region} enter ${minus(row.enter)}`, kind: "enter"},
            {level: row.exit, text: `${row.region} exit ${minus(row.exit)}`, kind: "exit"},
          ]).filter((limit) => limit.level);
          const unique = [...new Map(limits.map((limit) => [limit.text, limit])).values()];
          const levels = [...[...lines.values()].flat().map((point) => point.level),
            ...unique.map((limit) => Number(limit.level))];
          if (levels.length === 0) return chart.replaceChildren();
          const top = Math.ceil((Math.max(...levels) + 3) / 10) * 10;
          const bottom = Math.min(Math.floor((Math.min(...levels) - 3) / 10) * 10, top - 30);
          // One unit is one pixel, so that words are as large as all others.
          const width = Math.max(chart.clientWidth, 240);
          // On a phone the names of levels stand in the chart, and those of lines at its top, else all beside it.
          const isNarrow = width < 480;
          const right = isNarrow ? 8 : 118;
          const x = (time) => left + (width - left - right) * (1 - (at - time) / span);
          const y = (level) => 10 + (height - 30) * (top - level) / (top - bottom);
          const shape = (name, attributes, text) => {
            const made = document.createElementNS("http://www.w3.org/2000/svg", name);
            for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
            if (text) made.textContent = text;
            return made;
          };
          const svg = shape("svg", {width, height, "aria-hidden": "true"});
          for (let level = bottom; level <= top; level += 10) {
            svg.append(
              shape("line", {class: "grid", x1: left, x2: width - right, y1: y(level), y2: y(level)}),
              shape("text", {x: left - 6, y: y(level) + 4, "text-anchor": "end"}, minus(level)));
          }
          svg.append(
            shape("text", {x: left, y: height - 4}, "1 min ago"),
            shape("text", {x: width - right, y: height - 4, "text-anchor": "end"}, "now"));
          // Names at the right edge keep a line's distance from each other.
          const names = [];
          for (const limit of unique) {
            svg.append(shape("line",
              {class: limit.kind, x1: left, x2: width - right, y1: y(limit.level), y2: y(limit.level)}));
            names.push({y: y(limit.level), text: limit.text, kind: limit.kind});
          }
          [...lines].forEach(([name, points], index) => {
            if (points.length === 0) return;
            const kind = `line line-${index % 4}`;
            let path = "", last = -Infinity;
            for (const point of points) {
              path += `${point.at - last > silence ? "M" : "L"}${x(point.at).toFixed(1)} ${y(point.level).toFixed(1)}`;
              last = point.at;
            }
            const end = points.at(-1);
            svg.append(shape("path", {class: kind, d: path}),
              shape("circle", {class: kind, cx: x(end.at), cy: y(end.level), r: 4}));
            const isOne = rows.every((row) => row.gateway === rows[0].gateway || !row.gateway);
            if (at - end.at > silence) return;
            const text = `${isOne ? name.split(" ")[0] : name} ${minus(end.level)}`;
            if (isNarrow) svg.append(shape("text", {class: kind, x: left + 6, y: 12 + 14 * index}, text));
            else names.push({y: y(end.level), text, kind});
          });
          // Those that are nearly as high do not change places all the time.
          names.sort((one, other) => Math.round(one.y / 7) - Math.round(other.y / 7));
          const place = isNarrow
            ? {x: width - right - 8, shift: -6, "text-anchor": "end"} : {x: width - right + 8, shift: 4};
          let lowest = 0;
          for (const {y, text, kind} of names) {
            const {shift, ...rest} = place;
            lowest = Math.max(y + shift, lowest + 14);
            svg.append(shape("text", {class: kind, y: lowest, ...rest}, text));
          }
          chart.replaceChildren(svg);
        };

        follow();
        // Time goes on where nothing is heard, and a phone is turned.
        setInterval(follow, 1000);
        addEventListener("resize", follow);

        """
}
