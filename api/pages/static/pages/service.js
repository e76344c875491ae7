// Calls of this service, JSON in and out; a refusal is an error with its code.

export class Refusal extends Error {
  constructor(problem) {
    super(`${problem.title}: ${problem.detail ?? ""}`);
    Object.assign(this, { code: problem.code, problem });
  }
}

const COME_BACK = new Set([429, 503]);
const TRIES = 6;

export class Service {
  constructor(token = null) {
    this.token = token;
  }

  async call(method, path, body) {
    return (await this.ask(method, `/api/v1/${path}`, body)).json();
  }

  async text(path) {
    return (await this.ask("GET", path)).text();
  }

  async ask(method, path, body) {
    const headers = { ...(this.token && { Authorization: `Bearer ${this.token}` }), ...(body && { "Content-Type": "application/json" }) };
    for (let left = TRIES; ; left -= 1) {
      const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache: "no-store" });
      if (answer.ok) return answer;
      if (!COME_BACK.has(answer.status) || left <= 1) throw new Refusal(await answer.json());
      const wait = Number(answer.headers.get("Retry-After")) || 1;
      await new Promise((done) => { setTimeout(done, Math.min(wait, 10) * 1000); });
    }
  }
}
