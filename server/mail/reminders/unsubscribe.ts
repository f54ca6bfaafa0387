import { Hono } from 'hono'
import { DEFAULT_LANGUAGE, type Language } from '#contract/languages.ts'
import type { Call, Env, Services } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { ProblemError } from '#server/http/problem.ts'
import { changeSubscription } from './subscription.ts'
import { type KeyStore, createUrlSigner } from '#server/http/url-signing-key.ts'
import { sentence } from '#contract/text.ts'
import { textsIn } from '#server/texts.ts'
import { escapeHtml as escape } from '#server/mail/html.ts'

/**
 * Routes of the link at the end of a mail, which needs no session. Opening it changes nothing, because mail scanners open links; the button
 * of the page and the one of the mail program (RFC 8058) send a POST.
 */
export function unsubscribeRoutes(services: Services): Hono<Env> {
  const { db, clock, settings } = services
  const links = createUnsubscribeLinks(services)
  const path = '/unsubscribe/:clientId/:accountId/:signature'

  return new Hono<Env>()
    .get(path, async (c) => {
      const subscriber = await verified(c)
      return respond(c, { ...subscriber, ended: !(await isSubscribed(subscriber)) })
    })
    .post(path, async (c) => {
      const subscriber = await verified(c)
      await inTransaction(db, (trx) =>
        changeSubscription(trx, { ...subscriber, subscribed: false, now: clock() }),
      ).catch((error: unknown) => {
        // A former client of the practice gets no mails anyway.
        if (!(error instanceof ProblemError && error.code === 'not-found')) throw error
      })
      return respond(c, { ...subscriber, ended: true })
    })

  async function verified(c: Call) {
    const { clientId = '', accountId = '', signature = '' } = c.req.param() as Record<string, string>
    await links.verify({ clientId, accountId }, signature)
    return { clientId, accountId }
  }

  async function isSubscribed({ clientId, accountId }: Subscriber): Promise<boolean> {
    const found = await db
      .selectFrom('reminder_subscription')
      .select('client_uuid')
      .where('client_uuid', '=', clientId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    return found !== undefined
  }

  async function respond(c: Call, { clientId, accountId, ended }: Subscriber & { ended: boolean }): Promise<Response> {
    const [account, practice] = await Promise.all([
      db.selectFrom('account').select('language').where('id', '=', accountId).executeTakeFirst(),
      db
        .selectFrom('client')
        .innerJoin('practice', 'practice.id', 'client.practice_id')
        .select('practice.name')
        .where('client.uuid', '=', clientId)
        .executeTakeFirst(),
    ])
    const page = unsubscribePage(account?.language ?? DEFAULT_LANGUAGE, {
      practice: practice?.name,
      portalUrl: settings.publicUrl,
      ended,
    })
    return c.html(page, 200, { 'content-security-policy': PAGE_POLICY })
  }
}

interface Subscriber {
  clientId: string
  accountId: string
}

export type UnsubscribeLinks = ReturnType<typeof createUnsubscribeLinks>

/** Signs the paths of unsubscribe links: bearer capabilities without an expiry, which can only end the mails of a subscriber. */
export function createUnsubscribeLinks(store: KeyStore) {
  const { sign, verify } = createUrlSigner(store, 'unsubscribe')
  const named = ({ clientId, accountId }: Subscriber) => `${clientId}/${accountId}`
  return {
    pathOf: async (subscriber: Subscriber): Promise<string> =>
      `/files/unsubscribe/${named(subscriber)}/${await sign(named(subscriber))}`,
    /** Throws `not-found` on a wrong signature. */
    verify: (subscriber: Subscriber, signature: string): Promise<void> => verify(named(subscriber), signature),
  }
}

/** Content security policy of the page: no scripts, no resources, and a form to this server only. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:24px;background:#fff;color:#1b1b1b;font:16px/1.5 Arial,sans-serif}
main{max-width:560px;margin:0 auto;overflow-wrap:anywhere}
h1{margin:0 0 16px;font-size:22px;line-height:1.3}
p{margin:0 0 16px}
a{color:#214799}
button{min-height:44px;padding:8px 20px;border:1px solid #214799;border-radius:6px;background:#214799;color:#fff;font:inherit;font-weight:bold;cursor:pointer}
:focus-visible{outline:3px solid #214799;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#1b1b1b;color:#f2f2f2}a{color:#9ac1f7}:focus-visible{outline-color:#9ac1f7}}`

function unsubscribePage(
  language: Language,
  { practice, portalUrl, ended }: { practice: string | undefined; portalUrl: string; ended: boolean },
): string {
  const { text } = textsIn(language)
  const named = { practice: practice ?? text('mail.unsubscribe.clinic') }
  const title = escape(text('reminders.from', named))
  const done = `<p role="status">${escape(sentence(text('mail.unsubscribe.ended', named)))}</p>
<p>${escape(text('mail.unsubscribe.again'))} <a href="${escape(portalUrl)}">${escape(text('mail.button'))}</a></p>`
  const question = `<p>${escape(text('mail.unsubscribe.ask'))}</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>${escape(text('mail.unsubscribe.button'))}</button></form>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${ended ? done : question}
</main>
</body>
</html>
`
}
