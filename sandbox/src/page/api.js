// Asking the sandbox. What it refuses is thrown as an Error whose message can be shown.

async function ask(method, path, body, type) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.body = type ? body : JSON.stringify(body);
    options.headers['Content-Type'] = type ?? 'application/json';
  }
  let answer;
  try {
    answer = await fetch(`/page${path}`, options);
  } catch {
    throw new Error('The sandbox cannot be reached.');
  }
  const text = await answer.text();
  let data = {};
  try {
    data = JSON.parse(text);
  } catch {
    data = { error: text };
  }
  if (!answer.ok) throw new Error(sentence(data.error || `The sandbox answered ${answer.status}.`));
  return data;
}

function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…)]$/.test(begun) ? begun : `${begun}.`;
}

export const get = (path) => ask('GET', path);
export const post = (path, body = {}) => ask('POST', path, body);
export const remove = (path, body = {}) => ask('DELETE', path, body);

/** Sends a file's bytes and gives the id to name it by. */
export async function upload(file) {
  const { file: id } = await ask('POST', `/files?name=${encodeURIComponent(file.name)}`, file, 'application/octet-stream');
  return id;
}
