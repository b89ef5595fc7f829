// What is shown, in words beside the canvas: for readers who do not see the picture, for the browser's search and
// translation, and for keyboards on a screen. page.js starts it with how to run lines of a script and how to tell a change
// of the source; `update` gets what the program tells.
'use strict';
const spoken = (() => {
  const told = {};  // each part's data as text: what has not changed stays, with the focus in it
  let does = null, now = null, isOpen = false;

  function made(tag, inside, attributes = {}) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...[inside].flat());
    return element;
  }
  const region = made('main', [], {id: 'words', 'aria-label': 'What TileScope shows, in words'});
  const opener = made('button', 'In words', {id: 'in-words', 'aria-expanded': 'false', 'aria-controls': 'words'});
  // Controls that only the open panel has in the order of Tab.
  function tabs() {
    for (const control of region.querySelectorAll('button, input, textarea')) control.tabIndex = isOpen ? 0 : -1;
  }
  function open(on) {
    isOpen = on;
    region.classList.toggle('open', on);
    opener.setAttribute('aria-expanded', on);
    tabs();
    if (on) region.querySelector('h1').focus();
  }

  // Lines of a script; the editor must not take their keys for letters.
  function run(lines) {
    does.run((isEdited() ? 'key Esc\n' : '') + lines).then(() => say(''), (error) => say(error.message));
  }
  const button = (name, lines) => {
    const control = made('button', name, {type: 'button'});
    control.addEventListener('click', () => run(lines));
    return control;
  };
  const title = made('h1', 'TileScope', {tabindex: '-1'});
  const headline = made('p', [], {'aria-live': 'polite'});
  const place = made('p', []);
  const notice = made('p', [], {role: 'status'});
  const playback = made('div', [button('To the beginning', 'seek begin'), button('One step back', 'key Left'),
    button('One step forward', 'key Right'), button('Play or pause', 'key Space'), button('To the end', 'seek end')],
  {role: 'group', 'aria-label': 'Playback'});
  const say = (text) => { notice.textContent = text; };

  // A part with a heading that shows what `fills` makes of its data, and is hidden without data.
  function part(name, heading, fills, ...below) {
    const inside = made('div', []);
    const head = made('h2', heading, {id: 'words-' + name, tabindex: '-1'});
    const section = made('section', [head, inside, ...below], {'aria-labelledby': 'words-' + name});
    section.hidden = true;
    region.append(section);
    return (data) => {
      const text = JSON.stringify(data ?? null);
      if (told[name] === text) return;
      told[name] = text;
      section.hidden = data === null || data === undefined || (Array.isArray(data) && data.length === 0);
      const hasFocus = inside.contains(document.activeElement);
      inside.replaceChildren(...(section.hidden ? [] : fills(data, head)));
      if (hasFocus) (section.hidden ? title : head).focus();
      tabs();
    };
  }
  const list = (items) => made('ul', items.map((item) => made('li', item)));
  const paragraphs = (text) => (text || '').split(/\n\s*\n/).filter((each) => each.trim()).map((each) => made('p', each));

  region.append(title, notice, headline, place, playback);
  const lesson = part('lesson', 'Lesson', (its, head) => {
    head.textContent = 'Lesson ' + its.number + ': ' + its.title;
    return [made('h3', 'Step ' + its.step + ' of ' + its.steps + ': ' + its.heading),
      made('div', paragraphs(its.narration), {'aria-live': 'polite'})];
  });
  const question = part('question', 'Question', (its) => {
    const inside = paragraphs(its.text);
    if (its.form === 'choice') {
      inside.push(...its.choices.map((choice, n) => button((n + 1) + '. ' + choice, 'answer ' + (n + 1))));
    } else if (!its.revealed) {
      const field = made('input', [], {'aria-label': its.form === 'number' ? 'Your answer, a number'
        : 'Your answer, for example A[0][2], thread (0,1) or block (1,0)'});
      const form = made('form', [field, made('button', 'Answer')]);
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        if (field.value.trim() !== '') run('answer ' + field.value.trim().replace(/["\n]/g, ''));
      });
      inside.push(form);
    }
    if (!its.revealed) inside.push(button('Show the answer', 'key a'));
    const verdict = its.is_right === true ? 'Right. ' : its.is_right === false ? 'Not right. ' : '';
    inside.push(made('p', its.revealed ? verdict + 'The answer is ' + its.answer + '.' : verdict, {role: 'status'}));
    return inside;
  });
  const steps = made('div', [button('Next step', 'key PageDown'), button('Previous step', 'key PageUp')],
    {role: 'group', 'aria-label': 'Lesson'});
  region.append(steps);
  const task = part('task', 'Task', (its, head) => {
    head.textContent = 'Task ' + its.number + ': ' + its.title;
    const states = its.goals.map(({says, is_reached: isReached}) =>
      (isReached === true ? 'Reached: ' : isReached === false ? 'Not reached: ' : 'Not judged yet: ') + says);
    const verdict = its.is_solved ? 'All goals are reached.' : its.is_judging ? 'Your code is being judged.'
      : its.problem || (its.missed && its.missed.why) || '';
    return [...paragraphs(its.text), list(states), made('p', verdict, {role: 'status'}),
      ...its.hints.map((hint) => made('p', 'Hint: ' + hint))];
  }, made('div', [button('Give a hint', 'key h'), button('Go to where a goal is missed', 'key j')],
          {role: 'group', 'aria-label': 'Task'}));
  const thread = part('thread', 'Selected thread', ({name, code, numbers, origin}) =>
    [made('p', name + ': ' + code), ...[numbers, origin].filter(Boolean).map((line) => made('p', line))]);
  const story = part('story', 'Selected place', ({selected, facts}) =>
    [made('p', selected), list(facts.map(({name, text}) => name + ': ' + text))]);
  const findings = part('findings', 'Findings', (all) => [list(all)]);
  const counts = part('counts', 'Counts so far', (columns) => {
    const rows = [['Global loads', (each) => each.global_loads.total], ['Global loads of one thread, at most', (each) => each.global_loads.per_thread_max],
      ['Global loads, bytes', (each) => each.global_loads.bytes], ['Global stores', (each) => each.global_stores],
      ['Shared loads', (each) => each.shared_loads], ['Shared stores', (each) => each.shared_stores],
      ['Barriers per thread', (each) => each.barriers_per_thread], ['Multiply-adds', (each) => each.multiply_adds.useful]];
    const head = made('tr', [made('th', 'Count', {scope: 'col'}), ...columns.map(({name}) => made('th', name, {scope: 'col'}))]);
    const body = rows.map(([name, of]) => made('tr', [made('th', name, {scope: 'row'}),
      ...columns.map((column) => made('td', String(of(column.counts))))]));
    return [made('table', [made('thead', head), made('tbody', body)])];
  });
  const field = made('textarea', [], {id: 'editor', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off',
    'aria-describedby': 'editor-help'});
  const source = part('source', 'Source', () => [],
    made('label', 'The source, which you can change', {for: 'editor'}), field,
    made('p', 'What you type runs after a pause. Escape leads back to the drawing.', {id: 'editor-help'}));
  const mistakes = part('mistakes', 'Notes on the source', (all) =>
    [list(all.map(({line, words: says}) => 'Line ' + line + ': ' + says))]);
  const more = button('Find a lesson or task', '');
  region.append(made('p', [more]));

  // --- The text field under the editor. -------------------------------------------------------------------------------

  const bytes = (text) => new TextEncoder().encode(text).length;
  const lettersIn = (text, length) => new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, length)).length;
  let shown = '';  // the text that the program has, too
  // What the field and the program's text differ in is one part, with what is the same before and behind it.
  function typed() {
    const text = field.value;
    let begin = 0, same = 0;
    const most = Math.min(text.length, shown.length);
    while (begin < most && text[begin] === shown[begin]) ++begin;
    while (same < most - begin && text[text.length - 1 - same] === shown[shown.length - 1 - same]) ++same;
    const isInside = (at) => /[\uDC00-\uDFFF]/.test(text[at] || '') || /[\uDC00-\uDFFF]/.test(shown[at] || '');
    while (begin > 0 && isInside(begin)) --begin;
    while (same > 0 && (/[\uDC00-\uDFFF]/.test(text[text.length - same] || ''))) --same;
    const caret = [field.selectionStart, field.selectionEnd].map((at) => bytes(text.slice(0, at)));
    does.type(text.slice(begin, text.length - same), bytes(shown.slice(0, begin)),
              bytes(shown.slice(0, shown.length - same)), ...caret);
    shown = text;
  }
  const isTyping = () => document.activeElement === field;
  const isEdited = () => Boolean(now && now.editor && now.editor.has_keys);
  const isTooLong = () => isEdited() && now.editor.text === null;  // for a text field
  function follow(its) {
    const text = its.editor ? its.editor.text : its.source;
    field.disabled = text === null || text === undefined;
    if (field.disabled) return;
    if (text !== shown) {
      shown = text;
      if (field.value !== text) field.value = text;
    }
    if (isTyping() && isEdited()) select();
  }
  function select() {
    const {begin, end} = now.editor.selection;
    const wanted = [lettersIn(shown, begin), lettersIn(shown, end)];
    if (field.selectionStart !== wanted[0] || field.selectionEnd !== wanted[1]) field.setSelectionRange(...wanted);
  }
  // Keys go to the field, at the program's caret: a field that gets the focus would tell its own.
  function focus() {
    if (isEdited()) select();
    field.focus({preventScroll: true});
  }

  function listen(start) {
    does = start;
    const canvas = document.getElementById('screen');
    canvas.after(opener, region);
    opener.addEventListener('click', () => open(!isOpen));
    region.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.target === field) return;
      open(false);
      opener.focus();
    });
    more.addEventListener('click', does.goesToFront);
    field.addEventListener('blur', () => isEdited() && run(''));
    field.addEventListener('input', (event) => event.isComposing || typed());
    field.addEventListener('compositionend', typed);
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.isComposing) canvas.focus({preventScroll: true});
    });
    document.addEventListener('selectionchange', () => isTyping() && isEdited() && field.value === shown && typed());
  }

  function update(its) {
    now = its;
    if (!its) return;
    const {launch, place: at} = its;
    title.textContent = launch ? 'Kernel ' + launch.kernel : 'TileScope';
    if (its.banner) say(its.banner);
    if (!at || !at.playing) headline.textContent = its.headline || '';
    place.textContent = at ? 'Step ' + at.step + ' of ' + at.steps + (at.line ? ', line ' + at.line : '') +
      (at.phase === null ? '' : ', phase ' + at.phase) + (at.playing ? ', playing' : '') + '.' : '';
    lesson(its.lesson);
    steps.hidden = !its.lesson;
    const asked = its.lesson && its.lesson.question;
    question(asked && (asked.open || asked.revealed) ? asked : null);
    task(its.task);
    thread(its.thread);
    story(its.selected ? {selected: its.selected, facts: its.story || []} : null);
    findings(its.findings);
    counts(its.counts ? [{name: launch.kernel, counts: its.counts},
      ...(its.beside ? [{name: its.beside.launch.kernel + ', beside', counts: its.beside.counts}] : [])] : null);
    source(its.editor || its.source ? {} : null);
    mistakes(its.editor ? its.editor.notes : null);
    follow(its);
  }
  return {listen, update, field, focus, isTooLong, isIn: (element) => region.contains(element) || element === opener};
})();
