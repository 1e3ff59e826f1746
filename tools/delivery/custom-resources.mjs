// Validates the custom resources of rendered YAML against their operators' schemas:
//   node custom-resources.mjs FILE.. (with NODE_MODULES, the folder of the validators)
// An operator's API server drops fields that it does not know without a word, so those are mistakes here.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(`${process.env.NODE_MODULES}/x.js`));
const { loadAll } = require("js-yaml");

const MODELS = {
  "gateway.networking.k8s.io/v1": "gateway-api",
  "monitoring.coreos.com/v1": "prometheus-operator",
  "keda.sh/v1alpha1": "keda",
};

/** Wraps a document so that `unread()` names the fields that a validator never asked for. */
function watched(value, path = "") {
  if (value === null || typeof value !== "object") return { proxy: value, unread: () => [] };
  const read = new Set();
  const children = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, watched(child, `${path}/${key}`)]));
  let listed = false;
  const proxy = new Proxy(value, {
    get: (target, key) => {
      read.add(key);
      return Object.hasOwn(children, key) ? children[key].proxy : target[key];
    },
    ownKeys: (target) => {
      listed = true;
      return Reflect.ownKeys(target);
    },
  });
  const unread = () => {
    const keys = Object.keys(children);
    const isFree = listed || Array.isArray(value) || !keys.some((key) => read.has(key));
    const own = isFree ? [] : keys.filter((key) => !read.has(key)).map((key) => `${path}/${key}`);
    return [...own, ...keys.flatMap((key) => children[key].unread())];
  };
  return { proxy, unread };
}

/** The compiled schema of a kind: the model's own validate() would show it a copy. */
async function schema(name, document) {
  const file = `${process.env.NODE_MODULES}/@kubernetes-models/${name}/${document.apiVersion}/${document.kind}.js`;
  const [, path] = readFileSync(file, "utf8").match(/from"([^"]*_schemas[^"]*)"/);
  return (await import(new URL(path, pathToFileURL(file)))).validate;
}

async function problems(document) {
  const name = MODELS[document.apiVersion];
  if (!name) return [];
  const validate = await schema(name, document);
  const { proxy, unread } = watched(document);
  if (!validate(proxy)) return validate.errors.map((error) => `${error.instancePath} ${error.message ?? error.keyword} ${JSON.stringify(error.params)}`);
  return unread().map((path) => `${path}: no such field`);
}

let failed = false;
for (const file of process.argv.slice(2)) {
  for (const document of loadAll(readFileSync(file, "utf8")).filter(Boolean)) {
    const found = await problems(document).catch((error) => [error.message]);
    for (const problem of found) {
      console.log(`${file}: ${document.kind} ${document.metadata.name}: ${problem}`);
      failed = true;
    }
  }
}
process.exit(failed ? 1 : 0);
