/** What the page says. Both languages come with it: together they are smaller than a request. */
const en = {
  title: 'Guest access',
  loading: 'Reading the key…',
  active: 'Opens now',
  scheduled: 'Not yet valid',
  expired: 'Expired',
  used_up: 'Used up',
  revoked: 'Stopped',
  suspended: 'On hold',
  until: (time: string) => `Until ${time}`,
  from: (time: string) => `From ${time}`,
  noEnd: 'Without an end',
  left: (duration: string) => `${duration} left`,
  begins: (duration: string) => `Begins in ${duration}`,
  zone: (zone: string) => `Time of the site (${zone})`,
  visits: (count: number) => (count === 1 ? '1 visit left' : `${count} visits left`),
  noVisits: 'No visits left',
  visit: (time: string) => `Your visit goes on until ${time}: doors open without another one.`,
  doors: 'Doors',
  open: 'Open',
  opening: 'Opening…',
  opened: 'Open: go in',
  notConfirmed: 'The door did not answer. Try the handle.',
  notConnected: 'Not connected now',
  later: (time: string) => `Opens ${time}`,
  again: 'Try again',
  qr: 'Show this code to the reader at the door.',
  qrLabel: 'QR code of the key',
  access_code: 'Enter this code at the door.',
  license_plate: 'The barrier knows this plate and opens by itself.',
  appleWallet: 'Add to Apple Wallet',
  googleWallet: 'Add to Google Wallet',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  copy: 'Copy',
  copied: 'Copied',
  fromHost: 'Message for you',
  suspendedText: 'It may come back. Ask whoever gave it to you.',
  expiredText: 'Ask whoever gave it to you for more time.',
  usedUpText: 'Ask whoever gave it to you for another visit.',
  offlineNote: 'No connection: what you see may be out of date.',
  invalidTitle: 'This key does not open anything',
  invalid: 'It was stopped, or the address is not complete. Ask whoever gave it to you.',
  door: 'The door does not answer. Try again, or call the site.',
  stale: 'The page was open for long. Press again.',
  too_many: 'Too many attempts. Wait a minute.',
  unavailable: 'This does not work at the moment. Try again in a minute.',
  offline: 'No connection. Check the network of your phone.',
  failedTitle: 'The key could not be read',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  hours: (count: number) => `${count} h`,
  minutes: (count: number) => `${count} min`,
  seconds: (count: number) => `${count} s`,
}

export type Texts = typeof en

/** One of three forms, as the number asks for in Russian. */
function form(count: number, one: string, few: string, many: string): string {
  const [tens, ones] = [count % 100, count % 10]
  if (tens >= 11 && tens <= 14) return many
  if (ones === 1) return one
  return ones >= 2 && ones <= 4 ? few : many
}

const ru: Texts = {
  title: 'Гостевой доступ',
  loading: 'Читаем ключ…',
  active: 'Открывает',
  scheduled: 'Ещё не действует',
  expired: 'Срок истёк',
  used_up: 'Исчерпан',
  revoked: 'Остановлен',
  suspended: 'Приостановлен',
  until: (time) => `До ${time}`,
  from: (time) => `С ${time}`,
  noEnd: 'Без срока',
  left: (duration) => `осталось ${duration}`,
  begins: (duration) => `Начнёт действовать через ${duration}`,
  zone: (zone) => `Время объекта (${zone})`,
  visits: (count) =>
    `${form(count, 'Остался', 'Осталось', 'Осталось')} ${count} ${form(count, 'визит', 'визита', 'визитов')}`,
  noVisits: 'Визитов не осталось',
  visit: (time) => `Визит идёт до ${time}: двери открываются, новый визит не тратится.`,
  doors: 'Двери',
  open: 'Открыть',
  opening: 'Открываем…',
  opened: 'Открыто, входите',
  notConfirmed: 'Дверь не ответила. Попробуйте ручку.',
  notConnected: 'Сейчас нет связи',
  later: (time) => `Откроется ${time}`,
  again: 'Повторить',
  qr: 'Поднесите этот код к считывателю у двери.',
  qrLabel: 'QR-код ключа',
  access_code: 'Введите этот код у двери.',
  license_plate: 'Шлагбаум знает этот номер и откроется сам.',
  appleWallet: 'Добавить в Apple Wallet',
  googleWallet: 'Добавить в Google Wallet',
  weekdays: ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс'],
  copy: 'Скопировать',
  copied: 'Скопировано',
  fromHost: 'Сообщение для вас',
  suspendedText: 'Ключ может заработать снова. Спросите того, кто его дал.',
  expiredText: 'Попросите того, кто дал ключ, продлить его.',
  usedUpText: 'Попросите того, кто дал ключ, о новом визите.',
  offlineNote: 'Нет связи: данные могли устареть.',
  invalidTitle: 'Этот ключ ничего не открывает',
  invalid: 'Его остановили, или адрес неполный. Спросите того, кто дал ключ.',
  door: 'Дверь не отвечает. Повторите или позвоните на объект.',
  stale: 'Страница была открыта долго. Нажмите ещё раз.',
  too_many: 'Слишком много попыток. Подождите минуту.',
  unavailable: 'Сейчас не работает. Повторите через минуту.',
  offline: 'Нет связи. Проверьте сеть телефона.',
  failedTitle: 'Не удалось прочитать ключ',
  days: (count) => `${count} ${form(count, 'день', 'дня', 'дней')}`,
  hours: (count) => `${count} ч`,
  minutes: (count) => `${count} мин`,
  seconds: (count) => `${count} с`,
}

export type Locale = 'en' | 'ru'

export const TEXTS: Record<Locale, Texts> = { en, ru }

/** The first language of the browser that the page has. */
export function localeOf(languages: readonly string[]): Locale {
  for (const language of languages) {
    const [name] = language.toLowerCase().split('-')
    if (name === 'ru' || name === 'en') return name
  }
  return 'en'
}
