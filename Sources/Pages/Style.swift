/// What `/style.css` says.
public enum Style {
    public static let css: StaticString = """
        :root {
          color-scheme: light dark;
          --ground: #fbfaf7; --ink: #1d1b18; --soft: #625d55; --line: #ddd7cc; --card: #ffffff;
          --accent: #8a3f00; --on-accent: #ffffff; --good: #1f5f3a; --good-ground: #e5f2ea;
          --bad: #9b1c1c; --bad-ground: #fbe9e9; --offer: #ffe9b8; --on-offer: #4b3200;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #171512; --ink: #f2eee6; --soft: #b0a899; --line: #3a362f; --card: #211e1a;
            --accent: #ffb066; --on-accent: #2b1500; --good: #9bd8b4; --good-ground: #1b3325;
            --bad: #ffb4ab; --bad-ground: #471a18; --offer: #4a3609; --on-offer: #ffe2a3;
          }
        }
        * { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; }
        body {
          margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: break-word;
          font: 1.0625rem/1.5 system-ui, "Noto Sans JP", "Hiragino Sans", sans-serif;
        }
        main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1.25rem 4rem; }
        h1 { font-size: clamp(1.75rem, 7vw, 2.5rem); line-height: 1.15; margin: 0 0 .5rem; letter-spacing: -.015em; }
        h1.plain { font-size: 1.35rem; margin-top: 3rem; letter-spacing: 0; }
        h2 { font-size: 1.2rem; margin: 0 0 .5rem; }
        h3 { font-size: 1.0625rem; margin: 0; }
        p { margin: 0 0 .75rem; }
        a { color: var(--accent); }
        section { border-top: 1px solid var(--line); padding-top: 1.25rem; margin-top: 1.5rem; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .hint, footer { color: var(--soft); font-size: .9375rem; }
        .lead { font-size: 1.125rem; }
        .languages { display: flex; gap: 1rem; justify-content: flex-end; font-size: .9375rem; margin-bottom: 1.5rem; }
        .languages span { color: var(--soft); }
        .item { padding-top: 1rem; }
        .maker { color: var(--soft); margin: 0 0 .25rem; }
        .facts { margin: 0 0 .5rem; }
        .price { font-size: 1.5rem; font-weight: 650; margin: 0 0 .75rem; }
        .promotion { display: inline-block; background: var(--offer); color: var(--on-offer); border-radius: .6rem; padding: .5rem .9rem; }
        .promotion span { display: block; font-size: .9375rem; }
        .reasons { list-style: none; display: flex; flex-wrap: wrap; gap: .5rem; padding: 0; margin: 0; }
        .reasons li { background: var(--card); border: 1px solid var(--line); border-radius: 2rem; padding: .25rem .9rem; }
        .said, .problem { border-radius: .6rem; padding: .75rem 1rem; background: var(--good-ground); color: var(--good); }
        .problem { background: var(--bad-ground); color: var(--bad); }
        form { margin: 0; }
        .actions { margin: 2rem 0 1rem; display: grid; gap: .75rem; }
        .actions .hint { margin: 0; text-align: center; }
        button {
          font: inherit; font-weight: 600; min-height: 3rem; padding: .6rem 1.2rem; border-radius: .75rem; cursor: pointer;
          border: 1px solid var(--line); background: var(--card); color: var(--ink);
        }
        button.main { width: 100%; border-color: transparent; background: var(--accent); color: var(--on-accent); margin-top: 1rem; }
        button.quiet { border-color: transparent; background: none; color: var(--accent); text-decoration: underline; }
        button.danger { border-color: var(--bad); color: var(--bad); }
        .field { display: block; margin-bottom: .75rem; }
        .field > span { display: block; font-size: .9375rem; color: var(--soft); margin-bottom: .2rem; }
        input:not([type]), input[type=password], select {
          font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
          min-height: 3rem; padding: .5rem .75rem; width: 100%;
        }
        .date { display: grid; grid-template-columns: 1fr 1fr 1.6fr; gap: .75rem; }
        :lang(ja) .date { grid-template-columns: 1.6fr 1fr 1fr; }
        .taste { border: 0; padding: 0; margin: 0 0 .6rem; display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: .5rem; }
        .taste legend { float: left; padding: 0; }
        .taste legend + div { grid-column: 2; }
        .taste div { display: flex; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; background: var(--card); }
        .taste label { position: relative; display: block; }
        .taste label + label { border-left: 1px solid var(--line); }
        .taste input { position: absolute; inset: 0; opacity: 0; margin: 0; width: 100%; height: 100%; cursor: pointer; }
        .taste span { display: block; padding: .65rem .6rem; font-size: .875rem; white-space: nowrap; color: var(--soft); }
        .taste :checked + span { color: var(--ink); font-weight: 600; }
        .taste .like :checked + span { background: var(--good-ground); color: var(--good); }
        .taste .dislike :checked + span { background: var(--bad-ground); color: var(--bad); }
        .taste :focus-visible + span { outline: 3px solid var(--accent); outline-offset: -3px; }
        .box { display: grid; grid-template-columns: auto 1fr; gap: .75rem; padding: .6rem 0; align-items: start; cursor: pointer; }
        .box input { width: 1.5rem; height: 1.5rem; margin: 0; accent-color: var(--accent); }
        .told { list-style: none; padding: 0; margin: 0; display: grid; gap: 1rem; }
        .told li { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; }
        .row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem; }
        .row .said { padding: .4rem .9rem; }
        .stars { display: flex; }
        .star { border: 0; background: none; padding: 0; min-width: 2.75rem; min-height: 2.75rem; font-size: 1.5rem; color: var(--accent); }
        .screen {
          max-width: none; min-height: 100vh; padding: 6vmin; display: flex; flex-direction: column; justify-content: center;
          text-align: center; font-size: 3.2vmin;
        }
        .screen h1 { font-size: 11vmin; overflow-wrap: anywhere; }
        .screen .price { font-size: 7vmin; }
        .screen .promotion { align-self: center; font-size: 5vmin; padding: 2vmin 4vmin; border-radius: 2vmin; }
        .screen .because { font-size: 4vmin; color: var(--soft); }
        .screen footer { font-size: 2.4vmin; margin-top: 4vmin; }

        """
}
