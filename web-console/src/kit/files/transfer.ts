import { TIMEOUT } from '@/api/limits'
import { refreshSession, selectSession, type WithSession } from '@/api/session'

/** What a transfer needs of the store. */
export type StoreApi = Parameters<typeof refreshSession>[0]

export interface TransferOptions {
  signal?: AbortSignal
  /** From 0 to 1, while the file is on its way. */
  onProgress?: (share: number) => void
}

/** The answer of one attempt, before anybody looked at it. */
interface Attempt {
  status: number
  text: () => Promise<string>
}

/**
 * Files are sent and fetched outside the cache of calls, but with its token: an answer 401 is
 * repeated once after the session was refreshed. Fails as calls do, with `{status, data}`.
 */
async function withSession<T extends Attempt>(
  store: StoreApi,
  attempt: (token: string | undefined) => Promise<T>,
): Promise<T> {
  const token = selectSession(store.getState() as WithSession)?.token
  const tokenNow = () => selectSession(store.getState() as WithSession)?.token
  let answer = await attempt(token)
  if (answer.status === 401 && token && (await refreshSession(store, token)) === 'renewed') {
    answer = await attempt(tokenNow())
  }
  if (answer.status >= 200 && answer.status < 300) return answer
  throw Object.assign(new Error(`answer ${answer.status}`), {
    status: answer.status,
    data: parsed(await answer.text()),
  })
}

/** Fails as a call does that had no answer. */
const noAnswer = (reason: string) =>
  Object.assign(new Error(reason), { status: 'FETCH_ERROR', error: reason })

/** Sends a form with files. Its progress is what `fetch` cannot tell. */
export async function upload<T>(
  store: StoreApi,
  path: string,
  body: FormData,
  { signal, onProgress }: TransferOptions = {},
): Promise<T> {
  const answer = await withSession(store, (token) => send(path, body, token, signal, onProgress))
  return parsed(await answer.text()) as T
}

function send(
  path: string,
  body: FormData,
  token: string | undefined,
  signal: AbortSignal | undefined,
  onProgress: TransferOptions['onProgress'],
): Promise<Attempt> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', location.origin + path)
    request.timeout = TIMEOUT.long
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    })
    request.addEventListener('load', () =>
      resolve({ status: request.status, text: async () => request.responseText }),
    )
    for (const reason of ['error', 'timeout', 'abort']) {
      request.addEventListener(reason, () => reject(noAnswer(reason)))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

/** A file of the server, and the name that it gave it. */
export async function download(
  store: StoreApi,
  path: string,
  { signal }: TransferOptions = {},
): Promise<{ blob: Blob; disposition: string | null }> {
  const limit = AbortSignal.timeout(TIMEOUT.long)
  const answer = await withSession(store, (token) =>
    fetch(location.origin + path, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch((error: unknown) => {
      throw noAnswer(String(error))
    }),
  )
  return { blob: await answer.blob(), disposition: answer.headers.get('content-disposition') }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
