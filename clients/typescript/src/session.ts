import { SeedlineError, toError } from "./error.ts";

export interface PersonOptions {
  email: string;
  password: string;
  /** Returns a code of the authenticator app, if the account has two-step login. */
  code?: () => string | Promise<string>;
}

export interface Token {
  value: string;
}

/** A person's session: logs in before the first call, and again when the session has ended. */
export class Session {
  private readonly post: (path: string, body?: object, cookie?: string) => Promise<Response>;
  private readonly person: PersonOptions;
  private cookies = new Map<string, string>();
  private token: Promise<Token> | null = null;

  constructor(baseUrl: string, person: PersonOptions, fetchOnce: (request: Request) => Promise<Response>) {
    this.person = person;
    this.post = (path, body = {}, cookie) => {
      const headers = { "content-type": "application/json", ...(cookie && { cookie }) };
      return fetchOnce(new Request(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) }));
    };
  }

  /** Returns an access token other than the rejected one. Calls at the same time share one login or refresh. */
  async accessToken(rejected?: Token): Promise<Token> {
    const current = this.token;
    if (current && (await current) !== rejected) return current;
    if (this.token === current) {
      const next = current ? this.refresh() : this.login();
      this.token = next;
      // The next call tries again.
      next.catch(() => (this.token = null));
    }
    return this.token!;
  }

  private async login(): Promise<Token> {
    const { email, password, code } = this.person;
    const response = await this.post("/api/auth/login", { email, password });
    if (response.ok) return this.readToken(response);
    const error = await toError(response);
    if (error.code !== "TWO_STEP_REQUIRED" || !code) throw error;
    return this.readToken(await this.post("/api/auth/login", { email, password, code: await code() }));
  }

  private async refresh(): Promise<Token> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.post("/api/auth/refresh", undefined, cookie);
    return response.status === 401 ? this.login() : this.readToken(response);
  }

  private async readToken(response: Response): Promise<Token> {
    if (!response.ok) throw await toError(response);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) this.cookies.set(name, value);
    }
    const { accessToken } = (await response.json()) as { accessToken?: string };
    if (!accessToken) throw new SeedlineError("The login had no access token", "UNREADABLE", { response });
    return { value: accessToken };
  }
}
