import { PASSWORD, type Persona } from '#mocks/personas.ts'
import { answerOf, tokenOf } from '#harness/portal.tsx'
import { setUpTotp } from '#harness/totp.ts'

/** Sets up an authenticator app for a persona with the tests' password. */
export async function withTotp(persona: Persona) {
  const token = await tokenOf(persona)
  const post = async (path: string, body: object) =>
    await answerOf(
      new Request(`http://localhost:3000/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: token },
        body: JSON.stringify(body),
      }),
    )
  return await setUpTotp(post, { password: PASSWORD, at: new Date() })
}
