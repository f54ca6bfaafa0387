/** The headers that a browser sends along once somebody has signed in. */
export interface SignedIn {
  authorization: string
  cookie: string
}

export async function signIn(url: string, username: string, password: string): Promise<SignedIn> {
  const answer = await fetch(`${url}/api/user/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`${username} cannot sign in: ${answer.status}`)
  const { token } = (await answer.json()) as { token: string }
  return { authorization: token, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
