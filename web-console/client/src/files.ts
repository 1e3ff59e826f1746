import type { runtime } from '@oazapfts/runtime'

type Runtime = ReturnType<typeof runtime>

/** Files come as blobs; what is said in place of one is JSON, as of every other call. */
export function withFiles(calls: Runtime): Runtime {
  return {
    ...calls,
    fetchBlob: async (url, request) => {
      const answer = await calls.fetchBlob(url, request)
      const data: unknown = 'data' in answer ? answer.data : undefined
      if (answer.status < 400 || !(data instanceof Blob)) return answer as never
      return { ...answer, data: parsed(await data.text()) } as never
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
