import type { GuestPage } from './api'
import { h, icon, ICONS } from './dom'

/** Whose doors these are: logo, name, address and telephone. */
export function drawSite(page: GuestPage): (Node | false)[] {
  const { site_name: name, site_logo: logo, site_address: address, site_phone: phone } = page
  return [
    logo === '' ? h('span', { class: 'mark' }, icon(ICONS.door)) : h('img', { src: logo, alt: '' }),
    h(
      'div',
      {},
      h('h1', {}, name),
      address !== '' && h('p', {}, address),
      phone !== '' && h('p', {}, h('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}` }, phone)),
    ),
  ]
}
