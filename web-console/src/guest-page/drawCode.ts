import type { GuestPage } from './api'
import { h, setAttributes } from './dom'
import { qrModules, qrPath } from './qr'
import type { Texts } from './texts'

/** Links that put the key into the wallet of the phone. */
export function drawWallets(page: GuestPage, passPath: string, texts: Texts): (Node | false)[] {
  const { has_wallet_pass: hasPass, google_wallet_link: google } = page
  return [
    hasPass && h('a', { class: 'plain', href: passPath }, texts.appleWallet),
    google !== '' &&
      h(
        'a',
        { class: 'plain', href: google, rel: 'noreferrer', target: '_blank' },
        texts.googleWallet,
      ),
  ]
}

type CopyButton = (text: string, texts: Texts) => HTMLElement | false

/** What the guest shows or types at the door; nothing for a key that has its page only. */
export function drawCode(page: GuestPage, texts: Texts, copy: CopyButton): (Node | false)[] {
  const { kind, value } = page
  if (value === '' || kind === null || kind === 'url') return []
  if (kind === 'qr') return [drawQr(value, texts), h('p', {}, texts.qr)]
  return [
    h('p', { class: 'value' }, kind === 'access_code' ? inGroups(value) : value),
    h('p', {}, texts[kind]),
    kind === 'access_code' && copy(value, texts),
  ]
}

/** Digits in groups of three, or of four where that leaves none alone: as people read them aloud. */
export function inGroups(digits: string): string {
  const size = digits.length % 4 === 0 ? 4 : 3
  return digits.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ')
}

const SVG = 'http://www.w3.org/2000/svg'

/** Black on white in the dark theme as well: readers want it so. */
function drawQr(value: string, texts: Texts): Node {
  const modules = qrModules(value)
  if (!modules) return h('p', { class: 'value' }, value)
  const { path, side } = qrPath(modules)
  const svg = document.createElementNS(SVG, 'svg')
  setAttributes(svg, {
    viewBox: `0 0 ${side} ${side}`,
    class: 'qr',
    role: 'img',
    'aria-label': texts.qrLabel,
    'shape-rendering': 'crispEdges',
  })
  const ground = document.createElementNS(SVG, 'rect')
  setAttributes(ground, { width: String(side), height: String(side), fill: '#fff' })
  const dark = document.createElementNS(SVG, 'path')
  setAttributes(dark, { d: path, fill: '#000' })
  svg.appendChild(ground)
  svg.appendChild(dark)
  return svg
}
