import decodeQr from 'qr/decode.js'
import { expect, test } from './portal.ts'
import { enterAs, open, settled } from './steps.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('the payment QR code of an invoice can be scanned in light and dark', async ({ page }) => {
  await enterAs(page, 'owner')
  await open(page, '/client/invoices?status=UNPAID', 'Facturen')
  const button = page.getByRole('button', { name: /betalen$/ }).first()
  const number = /Factuur (\S+)/.exec((await button.getAttribute('aria-label'))!)![1]!
  await button.click()
  await page.getByText('QR-code', { exact: true }).click()
  const code = page.getByRole('img', { name: /^QR-code/ })
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page)
  const light = decodeQr(await pixelsOf(await code.screenshot()))
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  expect(decodeQr(await pixelsOf(await code.screenshot()))).toBe(light)
  const lines = light.split('\n')
  expect(lines.slice(0, 7)).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    'Dierenartsenpraktijk De Waag B.V.',
    'NL91ABNA0417164300',
  ])
  expect(lines[7]).toMatch(/^EUR\d+\.\d\d$/)
  const amount = lines[7]!.slice(3).replace('.', ',')
  await expect(page.getByText(new RegExp(`^€\\s${amount.replace(/\B(?=(\d{3})+,)/g, '\\.')}$`)).last()).toBeVisible()
  expect(lines.slice(8)).toEqual(['', '', number])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  async function pixelsOf(png: Buffer) {
    const { width, height, data } = await page.evaluate(
      async (bytes) => {
        const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
        context.drawImage(bitmap, 0, 0)
        const image = context.getImageData(0, 0, bitmap.width, bitmap.height)
        return { width: image.width, height: image.height, data: [...image.data] }
      },
      [...png],
    )
    return { width, height, data: new Uint8ClampedArray(data) }
  }
})
