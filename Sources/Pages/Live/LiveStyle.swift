/// What `/live.css` says, over `/style.css`.
public enum LiveStyle {
    public static let css: StaticString = """
        :root { --line-0: #8a3f00; --line-1: #1d5fa8; --line-2: #6b2fa0; --line-3: #00695f; }
        @media (prefers-color-scheme: dark) {
          :root { --line-0: #ffb066; --line-1: #8cc2ff; --line-2: #d3a8ff; --line-3: #6fd8cb; }
        }
        body { font-size: 1rem; }
        .top { max-width: 80rem; margin: 0 auto; padding: 1.25rem 1.25rem 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1rem; }
        .top h1 { font-size: 1.5rem; margin: 0; }
        .top p { margin: 0; color: var(--soft); }
        #state { margin-left: auto; font-size: .9375rem; }
        #state.on { color: var(--good); }
        #state.on::before { content: "● "; }
        #state.off { color: var(--bad); font-weight: 600; }
        .live { max-width: 80rem; padding-top: 1rem; }
        .live, .live > div { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
        .live section { position: relative; margin: 0; padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); min-width: 0; }
        .live h2 { font-size: 1.0625rem; margin: 0 0 .6rem; }
        .live h3 { font-size: 1rem; margin: 1rem 0 0; }
        .live h2 + h3 { margin-top: 0; }
        .live .hint { margin: 0 0 .4rem; }
        small, .place { color: var(--soft); font-size: .875rem; font-weight: 400; }
        time { font-variant-numeric: tabular-nums; white-space: nowrap; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; padding: .35rem .5rem .35rem 0; vertical-align: top; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
        thead th { border: 0; color: var(--soft); font-size: .8125rem; padding-top: 0; overflow-wrap: normal; }
        .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        .number:not(:last-child) { padding-right: 1.25rem; }
        th:last-child, td:last-child { padding-right: 0; }
        #shoppers tbody th, #heard tbody th { min-width: 5.5rem; }
        th small { display: inline-block; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .stranger { color: var(--soft); }
        .mark { border-radius: 1rem; padding: .1rem .6rem; font-size: .875rem; border: 1px solid var(--line); white-space: nowrap; }
        .mark.good { color: var(--good); background: var(--good-ground); border-color: transparent; }
        .mark.bad { color: var(--bad); background: var(--bad-ground); border-color: transparent; }
        tr.note td { border: 0; padding-top: 0; color: var(--soft); font-size: .875rem; }
        .problem code { color: inherit; }
        .live table + .hint { margin-top: .75rem; }
        tr.bad th, tr.bad td { color: var(--bad); }
        #figures { padding: 0; border: 0; background: none; }
        #figures h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        #figures dl { margin: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); }
        #figures dl > div { border: 1px solid var(--line); border-radius: .75rem; background: var(--card); padding: .7rem 1.1rem; display: flex; flex-direction: column-reverse; }
        #figures dd { margin: 0; overflow-wrap: anywhere; font-size: 1.625rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
        #figures dt { color: var(--soft); font-size: .875rem; }
        #figures .bad dd { color: var(--bad); }
        #figures .problem { margin: .75rem 0 0; }
        .decisions { list-style: none; margin: 0; padding: 0; }
        .decisions li { border-top: 1px solid var(--line); }
        .decisions li:first-child { border: 0; }
        summary { display: flex; gap: .25rem .5rem; align-items: baseline; padding: .5rem 0; cursor: pointer; list-style: none; }
        summary::-webkit-details-marker { display: none; }
        summary::before { content: "▸"; color: var(--soft); width: .75rem; flex: none; }
        details[open] > summary::before { content: "▾"; }
        summary > .place { flex: 1; min-width: 0; }
        details > table { margin: 0 0 .75rem; font-size: .9375rem; }
        details th { width: 11rem; }
        .bar { width: 40%; }
        .bar svg { width: 100%; height: .65rem; display: block; margin-top: .45rem; }
        .bar rect { fill: var(--soft); }
        .bar rect.good { fill: var(--good); }
        .identity { margin: 0 0 .5rem; }
        .identity a { position: absolute; top: .85rem; right: 1.1rem; padding: .15rem; }
        code { font-size: .8125rem; overflow-wrap: anywhere; color: var(--soft); }
        .chart { min-height: 15rem; overflow: hidden; }
        .chart svg { display: block; margin-bottom: .5rem; }
        @media (max-width: 40rem) {
          .live { padding-inline: .75rem; }
          .top { padding-inline: 1.1rem; }
          .number:not(:last-child) { padding-right: .5rem; }
          summary { flex-wrap: wrap; }
          summary > .mark { margin-left: auto; }
          summary > .place { order: 1; flex-basis: 100%; padding-left: 1.25rem; }
          .live table, .decisions { font-size: .9375rem; }
          #figures dl { grid-template-columns: repeat(2, minmax(0, 1fr)); }
          #figures dd { font-size: 1.375rem; }
        }
        .chart text { font: 12px system-ui, sans-serif; fill: var(--soft); paint-order: stroke; stroke: var(--card); stroke-width: 3px; stroke-linejoin: round; }
        .chart .grid { stroke: var(--line); }
        .chart line.enter { stroke: var(--good); stroke-width: 1.5; }
        .chart line.exit { stroke: var(--bad); stroke-width: 1.5; stroke-dasharray: 5 4; }
        .chart text.enter { fill: var(--good); }
        .chart text.exit { fill: var(--bad); }
        .chart path { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
        .chart path.line-0 { stroke: var(--line-0); } .chart circle.line-0, .chart text.line-0 { fill: var(--line-0); }
        .chart path.line-1 { stroke: var(--line-1); } .chart circle.line-1, .chart text.line-1 { fill: var(--line-1); }
        .chart path.line-2 { stroke: var(--line-2); } .chart circle.line-2, .chart text.line-2 { fill: var(--line-2); }
        .chart path.line-3 { stroke: var(--line-3); } .chart circle.line-3, .chart text.line-3 { fill: var(--line-3); }
        @media (min-width: 62rem) {
          .live { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); align-items: start; }
          .live > section { grid-column: 1 / -1; }
        }

        """
}
