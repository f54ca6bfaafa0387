import { Hono } from 'hono'
import * as paths from '#contract/paths.ts'
import { createRecordReads } from './access-log/reads.ts'
import { accessLogRoutes } from './access-log/routes.ts'
import { calendarFileRoutes, calendarRoutes } from './calendar/routes.ts'
import { authenticate } from './auth/authenticate.ts'
import { oauthRoutes } from './auth/oauth.ts'
import { passkeyRoutes } from './auth/passkey-routes.ts'
import { authRoutes } from './auth/routes.ts'
import { secondFactorRoutes } from './auth/second-factor-routes.ts'
import { createTokens } from './auth/token.ts'
import { clientRoutes } from './clients/routes.ts'
import type { Env, Services } from './context.ts'
import { documentFileRoutes } from './documents/routes.ts'
import { createBackground } from './http/background.ts'
import { answerHeaders, crossOrigin } from './http/headers.ts'
import { healthRoutes } from './health/routes.ts'
import { notWhenFull } from './http/not-when-full.ts'
import { answerError } from './http/problem.ts'
import { createPseudonyms } from './http/pseudonym.ts'
import { requestLog } from './http/request-log.ts'
import { type UploadMemory, createUploadMemory } from './http/upload-memory.ts'
import { answerUnmatched } from './http/unmatched.ts'
import { watchWrites } from './http/write-watch.ts'
import { withinLimits } from './http/within-limits.ts'
import { antiForgery, createXsrf } from './http/xsrf.ts'
import { capabilityRoutes, openApiRoutes } from './openapi/routes.ts'
import type { Ports } from './ports.ts'
import { exportFileRoutes, exportRoutes } from './export/routes.ts'
import { feedRoutes } from './feed/routes.ts'
import { uploadRoutes } from './feed/upload-routes.ts'
import { logoFileRoutes, logoRoutes, logoUploadRoutes } from './practice/logo-routes.ts'
import { letterRoutes } from './letters/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { reminderMailRoutes } from './mail/reminders/routes.ts'
import { figureRoutes } from './figures/routes.ts'
import { unsubscribeRoutes } from './mail/reminders/unsubscribe.ts'
import { offerRoutes } from './staff/offer-routes.ts'
import { practiceRoutes } from './practice/routes.ts'
import { herdFileRoutes, herdRoutes } from './herd/routes.ts'
import { photoFileRoutes, photoUploadRoutes } from './requests/photo-routes.ts'
import { requestRoutes } from './requests/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { sharedCardRoutes } from './shared-cards/routes.ts'
import { staffRoutes } from './staff/routes.ts'

/** The portal API under `/api` and the files that it tells of under `/files`: a function of its ports, from a request to an answer. */
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
    ...authenticate({ ...ports, tokens, recordReads }),
  }

  const memory = createUploadMemory()

  const app = new Hono<Env>().route('/files', fileRoutes(services, memory)).basePath('/api')
  const writes = watchWrites(ports)
  app.onError((error, c) => answerError(error, c, log, writes.noteFailure))
  app.notFound(answerUnmatched(app))

  app.use(answerHeaders(settings.https))
  app.route('/', healthRoutes({ ...services, writes }))
  app.route('/', openApiRoutes(services))
  app.use(requestLog(ports, pseudonymOf), crossOrigin(settings.allowedOrigins))
  const xsrf = antiForgery(createXsrf(ports, settings.https))
  app.route('/', uploadRoutes(services))
  app.route('/', photoUploadRoutes(services, { antiForgery: xsrf, memory }))
  app.use(withinLimits(settings.limits, (state) => meter?.watch('calls', state)))
  app.use(xsrf)
  app.use(
    notWhenFull(ports.isFull, 'database', [
      `/api/${paths.authenticate}`,
      `/api/${paths.passkeyAuthenticate}`,
      `/api/${paths.secondFactorAuthenticate}`,
    ]),
  )
  app.route('/', authRoutes(services))
  app.route('/', passkeyRoutes(services))
  app.route('/', secondFactorRoutes(services))
  app.route('/', oauthRoutes(services))
  app.route('/', practiceRoutes(services))
  app.route('/', figureRoutes(services))
  app.route('/', logoRoutes(services))
  app.route('/', mailRoutes(services))
  app.route('/', reminderMailRoutes(services))
  app.route('/', clientRoutes(services))
  app.route('/', letterRoutes(services))
  app.route('/', recordRoutes(services))
  app.route('/', herdRoutes(services))
  app.route('/', exportRoutes(services))
  app.route('/', calendarRoutes(services))
  app.route('/', sharedCardRoutes(services))
  app.route('/', requestRoutes(services))
  app.route('/', accessLogRoutes(services))
  app.route('/', retentionRoutes(services))
  app.route('/', staffRoutes(services))
  app.route('/', offerRoutes(services))
  app.route('/', feedRoutes(services))
  app.route('/', capabilityRoutes(services))
  return app
}

/** Outside the API: a signed URL is the authority here, so there is no token and no anti-forgery check. */
function fileRoutes(services: Services, memory: UploadMemory): Hono<Env> {
  const { settings, isFull, meter, pseudonymOf } = services
  const { https, allowedOrigins, limits } = settings
  return (
    new Hono<Env>()
      .use(answerHeaders(https), requestLog(services, pseudonymOf), crossOrigin(allowedOrigins))
      .route('/', logoUploadRoutes(services, memory))
      .use(withinLimits(limits, (state) => meter?.watch('files', state)))
      // Before the refusals of a full disk, because it only deletes.
      .route('/', unsubscribeRoutes(services))
      .use(notWhenFull(isFull, 'files'))
      .route('/', logoFileRoutes(services))
      .route('/', documentFileRoutes(services))
      .route('/', photoFileRoutes(services))
      .route('/', herdFileRoutes(services))
      .route('/', exportFileRoutes(services))
      .route('/', calendarFileRoutes(services))
  )
}
