// Times, as people read them.

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const UNITS = [['year', 31557600], ['month', 2629800], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

/** "3 minutes ago", "in 2 days". */
export function relative(date, now = Date.now()) {
  const seconds = Math.round((date.getTime() - now) / 1000);
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS.at(-1);
  return RELATIVE.format(Math.trunc(seconds / length), unit);
}

/** A message's time: relative within the last hour, then the time of day, then the date too. */
function short(date) {
  const age = Date.now() - date.getTime();
  if (age < 45_000) return 'just now';
  if (age < 3_600_000) return relative(date);
  if (date.toDateString() === new Date().toDateString()) return format(date, 't');
  return format(date, 's');
}

/** A date in one of the styles of Discord's time marks. */
export function format(date, style) {
  if (style === 'R') return relative(date);
  return new Intl.DateTimeFormat('en-GB', STYLES[style] ?? STYLES.f).format(date);
}

/** A `time` element that says the whole date on hover; those of style R and `message` are kept current. */
export function timeElement(date, style) {
  const made = document.createElement('time');
  if (Number.isNaN(date.getTime())) {
    made.textContent = 'an impossible time';
    return made;
  }
  made.dateTime = date.toISOString();
  made.title = format(date, 'F');
  made.dataset.style = style;
  // Time passing is nothing to be read out.
  made.setAttribute('aria-live', 'off');
  refresh(made);
  return made;
}

function refresh(made) {
  const date = new Date(made.dateTime);
  const text = made.dataset.style === 'message' ? short(date) : format(date, made.dataset.style);
  if (made.textContent !== text) made.textContent = text;
}

setInterval(() => {
  for (const made of document.querySelectorAll('time[data-style=R], time[data-style=message]')) refresh(made);
}, 20_000);
