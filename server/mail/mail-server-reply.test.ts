import { expect, test } from 'vitest'
import { MailRejectedError } from './mail-rejected-error.ts'
import { mailServerReply } from './mail-server-reply.ts'

const TO = 'anna.jansen@jansen.example'
const answered = (response: string) => Object.assign(new Error('x'), { response, command: 'RCPT TO' })

// Replies of real mail servers; « » enclose text that is not logged.
test.each([
  '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname',
  `550 5.1.1 <«${TO}»>: Recipient address rejected: User unknown in local recipient table`,
  '550-5.1.1 The account does not exist.\r\n550 5.1.1 https://support.google.com/mail/?p=NoSuchUser',
  '550 No such person at this address: «ANNA.JANSEN»',
  '450 4.1.2 Host or domain name not found for «jansen.example»',
  '553 5.1.8 <bounce+«anna.jansen»=«jansen.example@portal.example»>... Domain of sender does not exist',
  '550 Blocked, see https://filter.example/?to=«anna.jansen%40jansen.example»&ip=192.0.2.1',
  '552 5.2.2 user "«anna.jansen»" over quota',
])('mailServerReply returns %j without the recipient', (marked) => {
  const expected = marked.replaceAll(/«.*?»/g, '…').replaceAll('\r\n', ' ')
  expect(mailServerReply(answered(marked.replaceAll(/[«»]/g, '')), TO)).toBe(expected)
})

test('mailServerReply removes control characters', () => {
  expect(mailServerReply(answered('554 5.7.1 Reject,\tid=1\u0000\u001b[31m'), TO)).toBe('554 5.7.1 Reject, id=1 [31m')
})

test("mailServerReply preserves words that contain the recipient's name", () => {
  expect(mailServerReply(answered('550 announcement for Anna'), 'ann@mail.example')).toBe('550 announcement for Anna')
})

test('mailServerReply truncates a long reply', () =>
  expect(mailServerReply(answered('5'.repeat(5000)), TO)).toHaveLength(300))

test('mailServerReply returns the reason of a failed connection or rejection', () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:25'), { command: 'CONN' })
  expect(mailServerReply(lost, TO)).toBe('connect ECONNREFUSED 192.0.2.1:25')
  expect(mailServerReply(new MailRejectedError('550', true, { cause: answered('550 no') }), TO)).toBe('550 no')
})

test.each([new Error(`no row for ${TO}`), Object.assign(new Error(TO), { code: 'ENOSPC' }), 'text', undefined])(
  'mailServerReply is undefined for %o, which no mail server sent',
  (error) => expect(mailServerReply(error, TO)).toBeUndefined(),
)
