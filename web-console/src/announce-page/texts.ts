/** What the page says. Both languages come with it: together they are smaller than a request. */
const en = {
  loading: 'Reading…',
  from: (sender: string) => `From ${sender}`,
  sent: (time: string) => `Sent ${time}`,
  until: (time: string) => `You can answer until ${time}.`,
  closed: 'This poll takes no more answers.',
  anonymous: 'Nobody sees who answered what, only how many.',
  several: 'Several answers are possible.',
  own: 'Your own answer',
  answer: 'Send answers',
  change: 'Change answers',
  takeBack: 'Take answers back',
  sending: 'Sending…',
  answered: 'Thank you, your answers have been counted. You can change them until the end.',
  takenBack: 'Your answers have been taken back.',
  nothing: 'Choose at least one answer.',
  again: 'Try again',
  invalidTitle: 'Nothing here',
  failedTitle: 'That did not work',
  invalid: 'This address is wrong, or what it showed has been deleted.',
  refused: 'These answers do not fit the poll. Load the page again.',
  too_many: 'Too many attempts. Wait a minute.',
  unavailable: 'The service does not answer. Try again.',
  offline: 'No connection. Try again.',
}

export type Texts = typeof en

const ru: Texts = {
  loading: 'Загрузка…',
  from: (sender) => `От: ${sender}`,
  sent: (time) => `Отправлено ${time}`,
  until: (time) => `Ответить можно до ${time}.`,
  closed: 'Этот опрос больше не принимает ответов.',
  anonymous: 'Кто как ответил, не видно никому — только количество ответов.',
  several: 'Можно выбрать несколько ответов.',
  own: 'Свой ответ',
  answer: 'Отправить ответы',
  change: 'Изменить ответы',
  takeBack: 'Отозвать ответы',
  sending: 'Отправка…',
  answered: 'Спасибо, ответы учтены. Их можно изменить до конца опроса.',
  takenBack: 'Ответы отозваны.',
  nothing: 'Выберите хотя бы один ответ.',
  again: 'Повторить',
  invalidTitle: 'Здесь ничего нет',
  failedTitle: 'Не получилось',
  invalid: 'Адрес неверен, или объявление удалено.',
  refused: 'Эти ответы не подходят к опросу. Обновите страницу.',
  too_many: 'Слишком много попыток. Подождите минуту.',
  unavailable: 'Сервис не отвечает. Попробуйте ещё раз.',
  offline: 'Нет связи. Попробуйте ещё раз.',
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

export function moment(time: string, locale: Locale): string {
  const parts = { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const
  // American English writes the day after the month.
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, parts).format(new Date(time))
}
