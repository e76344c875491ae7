// Calls of this service, JSON in and out; a refusal is an error with its code.

export class Refusal extends Error {
  constructor(problem) {
    super(`${problem.title}: ${problem.detail ?? ""}`);
    Object.assign(this, { code: problem.code, problem });
  }
}

/** No answer came, or not the whole of it. */
export class Offline extends Error {}

const COME_BACK = new Set([429, 503]);
const TRIES = 6;

export class Service {
  constructor(token = null) {
    this.token = token;
  }

  async call(method, path, body) {
    return JSON.parse(await read(await this.ask(method, `/api/v1/${path}`, body)));
  }

  async text(path) {
    return read(await this.ask("GET", path));
  }

  async ask(method, path, body) {
    const headers = { ...(this.token && { Authorization: `Bearer ${this.token}` }), ...(body && { "Content-Type": "application/json" }) };
    for (let left = TRIES; ; left -= 1) {
      const answer = await reach(fetch(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store" }));
      if (answer.ok) return answer;
      if (!COME_BACK.has(answer.status) || left <= 1) throw refusalOf(await read(answer));
      const wait = Number(answer.headers.get("Retry-After")) || 1;
      await new Promise((done) => { setTimeout(done, Math.min(wait, 10) * 1000); });
    }
  }
}

// Whatever stands before this service may answer for it, in words of its own.
function refusalOf(text) {
  try {
    return new Refusal(JSON.parse(text));
  } catch {
    return new Offline("no answer of this service");
  }
}

const read = (answer) => reach(answer.text());

// What fetch says of a connection that is cut is a TypeError, like a mistake of this page.
async function reach(sent) {
  try {
    return await sent;
  } catch (error) {
    throw new Offline(error.message);
  }
}
