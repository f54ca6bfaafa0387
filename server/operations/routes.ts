import { Hono } from 'hono'
import { type Granted, RULES, isBearer } from '#server/access/rules.ts'
import type { Call, Env, Middleware, Services } from '#server/context.ts'
import type { ResponseOf, BodyOf, Operation, PathOf, QueryOf } from './operation.ts'
import { readQuery } from './parameters.ts'
import { readBody } from '#server/http/validate.ts'

/**
 * Argument of a handler: the parameters of the path and the values of the access rule. `body` and `query` are getters
 * that throw if the input is invalid. A handler that destructures them in its parameter list validates them first.
 * Other handlers can check other conditions before the input.
 */
type Input<O extends Operation> = Omit<PathOf<O>, keyof Granted<O['access']>> &
  Granted<O['access']> & { c: Call; now: Date; readonly body: BodyOf<O>; readonly query: QueryOf<O> }

interface More {
  /** Middleware that runs before authentication. */
  before?: Middleware[]
  /** Middleware that runs after it. */
  after?: Middleware[]
}

interface Routes {
  /** Registers the handler of an operation. The returned value is sent as JSON; undefined becomes status 204. */
  on<O extends Operation>(
    operation: O,
    handle: (input: Input<O>) => Promise<ResponseOf<O>> | ResponseOf<O>,
    more?: More,
  ): Routes
  app: Hono<Env>
}

type Needed = Pick<Services, 'db' | 'clock' | 'signedIn' | 'settingUp'>

/** Builds the routes of a noun. Path, authentication and access rule come from the operations. */
export function routes(services: Needed): Routes {
  const app = new Hono<Env>()
  const { signedIn, settingUp } = services
  const authenticated: Record<(typeof RULES)[keyof typeof RULES]['by'], Middleware[]> = {
    nothing: [],
    session: [signedIn],
    'limited-session': [settingUp],
    key: [],
    'key-or-session': [(c, next) => (isBearer(c) ? next() : signedIn(c, next))],
  }

  const built: Routes = {
    app,
    on(operation, handle, { before = [], after = [] } = {}) {
      const { method, path, access } = operation
      const { by, grant } = RULES[access]
      app.on(method, [path], ...before, ...authenticated[by], ...after, async (c) => {
        const granted = await grant(services, c)
        const input = {
          ...c.req.param(),
          ...granted,
          c,
          now: services.clock(),
          get body() {
            return operation.body && readBody(c, operation.body, operation.settings)
          },
          get query() {
            return readQuery(c, operation.query ?? {})
          },
        }
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the operation, as its type is
        const response: unknown = await handle(input as never)
        if (response instanceof Response) return response
        if (response === undefined) return c.body(null, 204)
        return c.body(JSON.stringify(response), operation.status === 201 ? 201 : 200, {
          'content-type': 'application/json',
        })
      })
      return built
    },
  }
  return built
}
