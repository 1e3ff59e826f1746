type Child = Node | string | false | undefined
type Attributes = Record<string, string | boolean | undefined>

/** An element with its attributes and children; what is false or undefined is left out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  setChildren(element, ...children)
  return element
}

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const name of Object.keys(attributes)) {
    const value = attributes[name]
    if (value === undefined || value === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : value)
  }
}

export function setChildren(element: Element, ...children: Child[]): void {
  while (element.firstChild) element.removeChild(element.firstChild)
  for (const child of children) {
    if (child === undefined || child === false) continue
    element.appendChild(typeof child === 'string' ? document.createTextNode(child) : child)
  }
}

const SVG = 'http://www.w3.org/2000/svg'

/** A drawing of one stroke in a square of 24; words beside it say what it means. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  setAttributes(svg, { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' })
  const line = document.createElementNS(SVG, 'path')
  line.setAttribute('d', path)
  svg.appendChild(line)
  return svg
}

export const ICONS = {
  door: 'M5 21V4a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1v17M3 21h18M15 12h.01',
  check: 'M4 12.5l5 5L20 6.5',
  cross: 'M6 6l12 12M18 6L6 18',
  clock: 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0',
} as const
