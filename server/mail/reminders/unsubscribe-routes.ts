import { Hono } from 'hono'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { changeSubscription } from './subscription.ts'
import { createUnsubscribeLinks } from './unsubscribe-links.ts'
import { PAGE_POLICY, unsubscribePage } from './unsubscribe-page.ts'

/**
 * The link at the end of a mail, good without signing in. Opening it changes nothing, for scanners of mail open every link; the button
 * of the page and the one of the mail program (RFC 8058) send a POST.
 */
export function unsubscribeRoutes(services: Services): Hono<Env> {
  const { db, clock, settings } = services
  const links = createUnsubscribeLinks(services)
  const path = '/unsubscribe/:clientId/:accountId/:signature'

  return new Hono<Env>()
    .get(path, async (c) => {
      const subscriber = await verified(c)
      return answer(c, { ...subscriber, ended: !(await isSubscribed(subscriber)) })
    })
    .post(path, async (c) => {
      const subscriber = await verified(c)
      await inTransaction(db, (trx) =>
        changeSubscription(trx, { ...subscriber, subscribed: false, now: clock() }),
      ).catch((error: unknown) => {
        // A former client of the practice gets no mails anyway.
        if (!(error instanceof ProblemError && error.code === 'not-found')) throw error
      })
      return answer(c, { ...subscriber, ended: true })
    })

  async function verified(c: Call) {
    const { clientId = '', accountId = '', signature = '' } = c.req.param() as Record<string, string>
    await links.verify({ clientId, accountId, signature })
    return { clientId, accountId }
  }

  async function isSubscribed({ clientId, accountId }: { clientId: string; accountId: string }): Promise<boolean> {
    const found = await db
      .selectFrom('reminder_subscription')
      .select('client_uuid')
      .where('client_uuid', '=', clientId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return found !== undefined
  }

  async function answer(
    c: Call,
    { clientId, accountId, ended }: { clientId: string; accountId: string; ended: boolean },
  ): Promise<Response> {
    const [account, practice] = await Promise.all([
      db.selectFrom('account').select('language').where('id', '=', accountId).executeTakeFirst(),
      db
        .selectFrom('client')
        .innerJoin('practice', 'practice.id', 'client.practice_id')
        .select('practice.name')
        .where('client.uuid', '=', clientId)
        .executeTakeFirst(),
    ])
    const page = unsubscribePage({
      language: account?.language ?? DEFAULT_LANGUAGE,
      practice: practice?.name ?? null,
      portalUrl: settings.publicUrl,
      ended,
    })
    return c.html(page, 200, { 'content-security-policy': PAGE_POLICY })
  }
}
