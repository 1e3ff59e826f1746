import { Ecc, QrCode, QrSegment } from '@rc-component/qrcode/es/libs/qrcodegen'
import { expect, test } from 'vitest'
import { qrModules, qrPath } from './qr'

/** As the console's own QR codes are made: version 3, level M, mask 0. */
function expected(text: string): boolean[][] {
  const segments = [QrSegment.makeBytes([...new TextEncoder().encode(text)])]
  const code = QrCode.encodeSegments(segments, Ecc.MEDIUM, 3, 3, 0, false)
  return Array.from({ length: code.size }, (_row, y) =>
    Array.from({ length: code.size }, (_module, x) => code.getModule(x, y)),
  )
}

test('a_key_is_drawn_as_every_other_encoder_draws_it', () => {
  const keys = Array.from({ length: 40 }, () => crypto.randomUUID())
  for (const text of [...keys, '', 'a', 'Ключ №7', 'x'.repeat(42)]) {
    expect(qrModules(text)).toEqual(expected(text))
  }
})

test('a_text_that_does_not_fit_is_not_drawn', () => {
  expect(qrModules('x'.repeat(43))).toBeUndefined()
})

test('a_white_border_of_four_modules_surrounds_the_code', () => {
  const { path, side } = qrPath(qrModules(crypto.randomUUID())!)
  expect(side).toBe(37)
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)])
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, 32])
})
