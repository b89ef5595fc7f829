// The front page around the program: what TileScope is, one's own kernel, the lessons and the tasks; and the dialog that
// shares what is seen. page.js starts the program and calls these functions.
'use strict';
const front = (() => {
  const part = (id) => document.getElementById(id);
  const title = document.title;
  const state = {isOpen: false};

  function open(on) {
    state.isOpen = on;
    document.body.classList.toggle('front', on);
    if (on) document.title = title;
  }
  // Shows one of the parts below the buttons.
  function show(id) {
    for (const [name, by] of [['own', 'paste'], ['lessons', 'to-lessons'], ['tasks', 'to-tasks']]) {
      part(name).hidden = name !== id;
      part(by).setAttribute('aria-expanded', name === id);
    }
    if (id === 'own') part('code').focus();
  }
  // Why what the address asked for was not opened.
  function tell(problem) {
    part('problem').textContent = problem;
    part('problem').hidden = problem === '';
  }
  // What the program has kept: the step reached in each lesson, and the goals reached in each task.
  function tellProgress(files) {
    const settings = Object.entries(files).find(([name]) => name.endsWith('settings.toml'));
    const steps = settings ? /^\[lessons\]([^[]*)/m.exec(settings[1]) : null;
    for (const [, name, step] of (steps ? steps[1] : '').matchAll(/^"?([\w-]+)"? *= *(\d+)/gm)) {
      const link = document.querySelector('#lessons a[data-name="' + name + '"]');
      if (!link) continue;
      const isRead = Number(step) >= Number(link.dataset.steps);
      mark(link, isRead ? '\u2713 read' : 'step ' + step + ' of ' + link.dataset.steps);
      link.dataset.link = 'ts1:lesson/' + name + (isRead ? '' : '/step=' + step);
    }
    for (const [name, text] of Object.entries(files)) {
      const task = /\/tasks\/([\w-]+)\.cu$/.exec(name), reached = /reached (\d+) of (\d+)[^\n]*\n?$/.exec(text);
      const link = task && reached && document.querySelector('#tasks a[data-name="' + task[1] + '"]');
      if (link) mark(link, reached[1] === reached[2] ? '\u2713 done' : reached[1] + ' of ' + reached[2]);
    }
  }
  function mark(link, words) {
    const old = link.querySelector('.reached') || document.createElement('span');
    old.className = 'reached';
    old.textContent = words;
    link.prepend(old);
  }
  // The title of what a link leads to.
  function titleOf(link) {
    const [, kind, name] = /^ts1:(lesson|task)\/([\w-]+)/.exec(link) || [];
    const listed = kind && document.querySelector('#' + kind + 's a[data-name="' + name + '"]');
    if (listed) return listed.dataset.title;
    const kernel = /^ts1:([^,/]+)/.exec(link);
    try {
      return kernel ? decodeURIComponent(kernel[1]) : '';
    } catch (error) {
      return '';
    }
  }
  function nameWindow(link) {
    const name = titleOf(link);
    document.title = name === '' ? title : name + ' \u00b7 TileScope';
  }

  function share(address, doesPicture) {
    const inside = new URL(address);
    inside.search = '?embed';
    part('link').value = address;
    part('frame').value = '<iframe src="' + inside.href.replace(/&/g, '&amp;') + '" title="TileScope: ' +
      titleOf(inside.hash.slice(1)).replace(/"/g, '&quot;') +
      '" width="100%" height="520" loading="lazy" allow="clipboard-write; fullscreen"></iframe>';
    part('save-picture').onclick = doesPicture;
    part('share').showModal();
    part('link').select();
  }

  // `takes` gets pasted text, `chooses` opens the list of files, `explores` uncovers the example.
  function listen({takes, chooses, explores, closes}) {
    part('paste').addEventListener('click', () => show(part('own').hidden ? 'own' : 'lessons'));
    part('to-lessons').addEventListener('click', () => show('lessons'));
    part('to-tasks').addEventListener('click', () => show('tasks'));
    part('explore').addEventListener('click', explores);
    part('choose').addEventListener('click', chooses);
    part('own').addEventListener('submit', (event) => {
      event.preventDefault();
      if (part('code').value.trim() !== '') takes(part('code').value);
    });
    part('share').addEventListener('close', closes);
    part('copy-frame').addEventListener('click', () => {
      part('frame').select();
      if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText(part('frame').value).catch(() => {});
      else document.execCommand('copy');
    });
  }
  // A link of the lists opens here; in a new tab it is an address of its own.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-link]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    location.hash = link.dataset.link;
  });
  show('lessons');
  return {open, show, tell, tellProgress, titleOf, nameWindow, share, listen, isOpen: () => state.isOpen};
})();
