import { h, setChildren } from '../guest-page/dom'
import { findOperations, type Operation, type Reference, type Tag } from './document'
import { operationView, statusTable } from './operationView'
import { TEXTS, type Locale, type Status } from './texts'

interface Options {
  root: HTMLElement
  reference: Reference
  locale: Locale
  onLocale: (locale: Locale) => void
}

/** What the address says: #/Tag, #/Tag/operationId, or #?words. */
interface Place {
  tag: string
  operation: string
  words: string
}

function placeOf(hash: string): Place {
  if (hash.startsWith('#?')) return { tag: '', operation: '', words: decode(hash.slice(2)) }
  const [, tag = '', operation = ''] = hash.split('/')
  return { tag, operation, words: '' }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Contents at the side, and the part that the address names. Returns what takes it away again. */
export function startPage({ root, reference, locale: first, onLocale }: Options): () => void {
  let locale = first
  const main = h('main', { id: 'content', tabindex: '-1' })
  const search = h('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' })
  const contents = h('nav')
  const said = h('p', { class: 'hidden', role: 'status' })

  const draw = () => {
    const texts = TEXTS[locale]
    const place = placeOf(location.hash)
    document.documentElement.lang = locale
    search.placeholder = texts.search
    search.setAttribute('aria-label', texts.search)
    if (document.activeElement !== search) search.value = place.words
    contents.setAttribute('aria-label', texts.contents)
    setChildren(contents, links(place))
    const found = place.words ? findOperations(reference, place.words) : undefined
    const tag = reference.tags.find(({ name }) => name === place.tag)
    said.textContent = found ? texts.found(found.length) : ''
    document.title = `${tag ? `${tag.name} – ` : ''}${texts.title}`
    if (found) setChildren(main, ...results(found))
    else if (tag) setChildren(main, ...tagView(tag, place.operation))
    else setChildren(main, ...overview())
  }

  const links = ({ tag, words }: Place) => {
    const link = (name: string, href: string, isCurrent: boolean) =>
      h('li', {}, h('a', { href, 'aria-current': isCurrent ? 'page' : undefined }, name))
    return h(
      'ul',
      {},
      link(TEXTS[locale].overview, '#', tag === '' && words === ''),
      ...reference.tags.map(({ name }) => link(name, `#/${name}`, name === tag)),
    )
  }

  const overview = () => {
    const texts = TEXTS[locale]
    const statuses = Object.keys(texts.statuses).map((status) => Number(status) as Status)
    const about = ({ name, description, operations }: Tag) => [
      h('dt', {}, h('a', { href: `#/${name}` }, name), h('small', {}, ` ${operations.length}`)),
      h('dd', {}, description),
    ]
    return [
      h('h1', {}, texts.titleOf(reference.title)),
      h('p', { class: 'version' }, reference.version),
      h('p', {}, texts.intro),
      h('p', {}, h('a', { href: '/api/v0/openapi.json' }, texts.document)),
      h('h2', {}, texts.callsTitle),
      h('ul', { class: 'notes' }, ...texts.calls.map((call) => h('li', {}, call))),
      h('h2', {}, texts.errorsTitle),
      h('p', {}, texts.errors),
      statusTable(statuses, texts),
      h('h2', {}, texts.operations),
      h('dl', { class: 'tags' }, ...reference.tags.flatMap(about)),
    ]
  }

  const tagView = ({ name, description, operations }: Tag, open: string) => [
    h('h1', {}, name),
    Boolean(description) && h('p', {}, description),
    ...operations.map((each) => operationView(each, reference, TEXTS[locale], each.id === open)),
  ]

  const results = (found: Operation[]) => [
    h('h1', {}, TEXTS[locale].found(found.length)),
    found.length === 0 && h('p', {}, TEXTS[locale].nothing),
    h(
      'ul',
      { class: 'results' },
      ...found.map(({ id, tag, method, path, description }) =>
        h(
          'li',
          {},
          h(
            'a',
            { href: `#/${tag}/${id}` },
            h('span', { class: `method ${method.toLowerCase()}` }, method),
            ' ',
            h('code', {}, path),
          ),
          h('small', {}, description),
        ),
      ),
    ),
  ]

  const goTo = () => {
    draw()
    const { operation } = placeOf(location.hash)
    const target = operation ? document.getElementById(operation) : undefined
    target?.scrollIntoView()
    if (!operation) scrollTo(0, 0)
    if (document.activeElement !== search) (target?.querySelector('summary') ?? main).focus()
  }

  search.addEventListener('input', () => {
    const words = search.value.trim()
    history.replaceState(null, '', words ? `#?${encodeURIComponent(words)}` : '#')
    draw()
  })
  const language = h('button', { type: 'button', class: 'plain' })
  const relabel = () => {
    const texts = TEXTS[locale]
    language.textContent = texts.language
    language.lang = locale === 'en' ? 'ru' : 'en'
    skip.textContent = texts.skip
    home.textContent = texts.title
  }
  language.addEventListener('click', () => {
    locale = locale === 'en' ? 'ru' : 'en'
    onLocale(locale)
    relabel()
    draw()
  })
  const skip = h('a', { href: '#content', class: 'skip' })
  skip.addEventListener('click', (event) => {
    event.preventDefault()
    main.focus()
  })
  const home = h('a', { href: '#', class: 'home' })
  const searching = h('form', { role: 'search' }, search)
  searching.addEventListener('submit', (event) => event.preventDefault())
  relabel()
  setChildren(
    root,
    skip,
    h('header', {}, home, searching, language),
    h('div', { class: 'columns' }, contents, main),
    said,
  )
  window.addEventListener('hashchange', goTo)
  draw()
  if (placeOf(location.hash).operation) goTo()
  return () => window.removeEventListener('hashchange', goTo)
}
