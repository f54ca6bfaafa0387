import { http } from 'msw'
import { answerOf, injectFault, withoutCapabilities } from '#harness/portal.tsx'
import { plainAnswer, specifiedCall } from '#harness/plain-api.ts'

/** The API has the calls and the fields of the specification, and no more. Answers what it was asked for beyond them. */
export function specificationAlone(): string[] {
  const beyond: string[] = []
  injectFault(
    http.all('*/api/*', async ({ request }) => {
      const url = new URL(request.url)
      const call = specifiedCall(request.method, url)
      if (!call) {
        beyond.push(`${request.method} ${url.pathname}${url.search}`)
        return new Response(null, { status: 404 })
      }
      const answer = await answerOf(request)
      if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return answer
      return Response.json(plainAnswer(await answer.json(), call), { status: answer.status })
    }),
  )
  withoutCapabilities()
  return beyond
}
