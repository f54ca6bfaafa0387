import * as laterPaths from '#contract/later-paths.ts'
import * as paths from '#contract/paths.ts'
import { Hono } from 'hono'
import { createRecordReads } from './access-log/reads.ts'
import { accessLogRoutes } from './access-log/routes.ts'
import { appointmentRoutes } from './appointments/routes.ts'
import { calendarFileRoutes, calendarRoutes } from './calendar/routes.ts'
import { authenticate } from './auth/authenticate.ts'
import { createIssuer } from './auth/issuer.ts'
import { oauthRoutes } from './auth/oauth.ts'
import { oidcRoutes } from './auth/oidc-routes.ts'
import { passkeyRoutes } from './auth/passkey-routes.ts'
import { authRoutes } from './auth/routes.ts'
import { secondFactorRoutes } from './auth/second-factor-routes.ts'
import { createTokens } from './auth/token.ts'
import { claimRoutes } from './claims/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import type { Call, Env, Identity, Middleware, Pseudonym, Services } from './context.ts'
import { documentFileRoutes } from './documents/routes.ts'
import { createBackground } from './http/background.ts'
import { responseHeaders, crossOrigin } from './http/headers.ts'
import { healthRoutes } from './health/routes.ts'
import { rejectWhenFull } from './http/reject-when-full.ts'
import { handleError, problem } from './http/problem.ts'
import { createPseudonyms } from './http/pseudonym.ts'
import { createUploadMemory, type UploadMemory } from './http/upload-memory.ts'
import { watchWrites } from './http/write-watch.ts'
import { SAFE_METHODS } from './http/safe-methods.ts'
import { withinLimits } from './http/within-limits.ts'
import { antiForgery, createXsrf } from './http/xsrf.ts'
import { capabilityRoutes, openApiRoutes } from './openapi/routes.ts'
import type { Log, Meter, Ports } from './ports.ts'
import { exportFileRoutes, exportRoutes } from './export/routes.ts'
import { importJobRoutes } from './import-jobs/routes.ts'
import { csvRoutes, csvUploadRoutes } from './import-jobs/csv-routes.ts'
import { sentFileRoutes } from './import-jobs/sent-file-routes.ts'
import { uploadRoutes } from './import-jobs/upload-routes.ts'
import { logoFileRoutes, logoRoutes, logoUploadRoutes } from './practice/logo-routes.ts'
import { letterRoutes } from './postal-invitations/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { reminderMailRoutes } from './mail/reminders/routes.ts'
import { figureRoutes } from './figures/routes.ts'
import { formFileRoutes } from './forms/file-routes.ts'
import { formRoutes } from './forms/routes.ts'
import { unsubscribeRoutes } from './mail/reminders/unsubscribe.ts'
import { offerRoutes } from './staff/offer-routes.ts'
import { priceRoutes, priceUploadRoutes } from './prices/routes.ts'
import { practiceRoutes } from './practice/routes.ts'
import { estimateFileRoutes } from './estimates/file.ts'
import { estimateRoutes } from './estimates/routes.ts'
import { herdFileRoutes, herdRoutes } from './herd/routes.ts'
import { animalPhotoFileRoutes, animalPhotoRoutes, animalPhotoUploadRoutes } from '#server/photos/routes.ts'
import { createPhotoUpload } from '#server/photos/upload.ts'
import { photoFileRoutes, photoUploadRoutes } from './requests/photo-routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { type SampleClient, createSampleClient } from './sample/sample-client.ts'
import { setupRoutes } from './setup/routes.ts'
import { shareLinkRoutes } from './share-links/routes.ts'
import { startRoutes } from './start/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { matchedRoutes } from 'hono/route'
import { clientAddressOf } from './http/client-address.ts'

/**
 * Creates the portal API under `/api` and its files under `/files`: a function of the ports, from a request to a
 * response.
 */
export function createApp(ports: Ports, background = createBackground(ports.log)): Hono<Env> {
  const { log, settings, meter } = ports
  const tokens = createTokens(ports)
  const pseudonymOf = createPseudonyms(ports)
  const recordReads = createRecordReads({ ...ports, pseudonymOf })
  const services: Services = {
    ...ports,
    tokens,
    background,
    pseudonymOf,
    recordReads,
    issuer: settings.oidc && createIssuer(settings.oidc, { publicUrl: settings.publicUrl, clock: ports.clock }),
    ...authenticate({ ...ports, tokens, recordReads }),
  }

  const memory = createUploadMemory()

  const sample = createSampleClient(services, callRoutes)
  const app = new Hono<Env>().route('/files', fileRoutes(services, { memory, sample })).basePath('/api')
  const writes = watchWrites(ports)
  app.onError((error, c) => handleError(error, c, log, writes.recordFailure))
  app.notFound(handleUnmatched(app))

  app.use(responseHeaders(settings.https))
  app.route('/', healthRoutes({ ...services, writes }))
  app.route('/', openApiRoutes(services))
  app.use(requestLog(ports, pseudonymOf), crossOrigin(settings.allowedOrigins))
  const xsrf = antiForgery(createXsrf(ports, settings.https))
  app.route('/', uploadRoutes(services))
  app.route('/', sentFileRoutes(services, { memory }))
  app.route('/', csvUploadRoutes(services, { antiForgery: xsrf }))
  app.route('/', priceUploadRoutes(services, { antiForgery: xsrf, memory }))
  // Before the uploads, which would not find the sample client.
  app.use('/clients/:clientId/*', async (c, next) => (SAFE_METHODS.has(c.req.method) ? next() : sample.answer(c, next)))
  const photoUpload = createPhotoUpload(services, { antiForgery: xsrf, memory })
  app.route('/', photoUploadRoutes(services, photoUpload))
  app.route('/', animalPhotoUploadRoutes(services, photoUpload))
  app.use(withinLimits(settings.limits, (state) => meter?.watch('calls', state)))
  app.use(xsrf)
  app.use(
    rejectWhenFull(ports.isFull, 'database', [
      `/api/${paths.authenticate}`,
      `/api/${laterPaths.passkeyAuthenticate}`,
      `/api/${laterPaths.secondFactorAuthenticate}`,
      `/api/${laterPaths.oidcSession}`,
    ]),
  )
  const calls = new Hono<Env>().use('/clients/:clientId/*', sample.answer).route('/', callRoutes(services))
  app.route('/', calls)
  app.route('/', startRoutes(services, calls))
  return app
}

/** Calls of the API, which `GET /portal/start` makes too. */
const callRoutes = (services: Services): Hono<Env> =>
  new Hono<Env>()
    .route('/', authRoutes(services))
    .route('/', passkeyRoutes(services))
    .route('/', secondFactorRoutes(services))
    .route('/', oauthRoutes(services))
    .route('/', oidcRoutes(services))
    .route('/', setupRoutes(services))
    .route('/', practiceRoutes(services))
    .route('/', figureRoutes(services))
    .route('/', logoRoutes(services))
    .route('/', mailRoutes(services))
    .route('/', reminderMailRoutes(services))
    .route('/', clientRoutes(services))
    .route('/', letterRoutes(services))
    .route('/', recordRoutes(services))
    .route('/', appointmentRoutes(services))
    .route('/', animalPhotoRoutes(services))
    .route('/', herdRoutes(services))
    .route('/', claimRoutes(services))
    .route('/', exportRoutes(services))
    .route('/', calendarRoutes(services))
    .route('/', shareLinkRoutes(services))
    .route('/', requestRoutes(services))
    .route('/', formRoutes(services))
    .route('/', estimateRoutes(services))
    .route('/', accessLogRoutes(services))
    .route('/', retentionRoutes(services))
    .route('/', staffRoutes(services))
    .route('/', offerRoutes(services))
    .route('/', importJobRoutes(services))
    .route('/', csvRoutes(services))
    .route('/', webhookRoutes(services))
    .route('/', priceRoutes(services))
    .route('/', capabilityRoutes(services))

/** Routes outside the API. Signed URLs give access here, so there is no token and no anti-forgery check. */
function fileRoutes(services: Services, { memory, sample }: { memory: UploadMemory; sample: SampleClient }): Hono<Env> {
  const { settings, isFull, meter, pseudonymOf } = services
  const { https, allowedOrigins, limits } = settings
  return (
    new Hono<Env>()
      .use(responseHeaders(https), requestLog(services, pseudonymOf), crossOrigin(allowedOrigins))
      .route('/', logoUploadRoutes(services, memory))
      .use(withinLimits(limits, (state) => meter?.watch('files', state)))
      // Registered before the check for a full disk, because unsubscribing only deletes.
      .route('/', unsubscribeRoutes(services))
      .use(rejectWhenFull(isFull, 'files'))
      .route('/', logoFileRoutes(services))
      .route('/', documentFileRoutes(services, sample))
      .route('/', photoFileRoutes(services))
      .route('/', formFileRoutes(services))
      .route('/', animalPhotoFileRoutes(services))
      .route('/', herdFileRoutes(services))
      .route('/', estimateFileRoutes(services, sample))
      .route('/', exportFileRoutes(services))
      .route('/', calendarFileRoutes(services))
  )
}

/** Logs requests by the route's pattern, because path and query contain ids, names and tokens. */
export function requestLog(
  { log, meter }: { log: Log; meter?: Meter | undefined },
  pseudonymOf: Pseudonym,
): Middleware {
  return async (c, next) => {
    const start = performance.now()
    await next()
    const durationMs = performance.now() - start
    const route = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path ?? 'none'
    const identity = c.get('identity') as Identity | undefined
    const practice = identity?.calledPracticeId ?? identity?.practiceId ?? undefined
    meter?.recordCall({ method: c.req.method, route, status: c.res.status, seconds: durationMs / 1000, practice })
    const account = await pseudonymOf('account', identity?.accountId)
    const address = await pseudonymOf('address', clientAddressOf(c))
    log('info', 'request', {
      id: c.get('requestId'),
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(durationMs * 10) / 10,
      account,
      address,
    })
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

/** Returns a handler that responds with 404 for an unknown path, or 405 for an unsupported method. */
export function handleUnmatched(app: Hono<Env>): (c: Call) => Response {
  const takes = (method: string, path: string) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method)

  return (c) => {
    const allowed = METHODS.filter((method) => takes(method, c.req.path))
    if (allowed.length === 0) return problem(c, 'not-found')
    const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    return problem(c, 'method-not-allowed', { headers: { allow: allow.join(', ') } })
  }
}
