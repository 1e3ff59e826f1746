"""Where the pods of a rendering are on this machine, and what they are told there instead of what a cluster tells them."""
import base64
import json
import re
import shutil
import subprocess
from pathlib import Path

from podman import podman

WORKLOADS = ("Deployment", "DaemonSet")


class Place:
    def __init__(self, documents, settings):
        self.servers, self.node = settings["servers"], settings["node"]
        self.volumes = Path(settings["volumes"])
        self.folders = {name: Path(folder) for name, folder in settings["folders"].items()}
        # The values of the rendering, but for the passwords of the servers.
        ours = {key: base64.b64encode(value.encode()).decode() for key, value in settings["secrets"].items()}
        self.secrets = {d["metadata"]["name"]: {key: ours.get(key, value) for key, value in d["data"].items()} for d in documents if d["kind"] == "Secret"}
        self.release = next(d["metadata"]["labels"]["app.kubernetes.io/instance"] for d in documents)
        self.workloads = {d["metadata"]["name"]: d for d in documents if d["kind"] in WORKLOADS}
        self.services = [d for d in documents if d["kind"] == "Service"]
        self.addresses = {name: self.address(workload, f"{settings['network']}.{number}") for number, (name, workload) in enumerate(self.workloads.items(), 1)}
        # A Service's own port, where its pods listen at another.
        self.ports = {}
        for service in (d for d in self.services if d["metadata"]["name"] in self.workloads):
            workload = self.workloads[service["metadata"]["name"]]
            named = {p["name"]: p["containerPort"] for p in workload["spec"]["template"]["spec"]["containers"][0]["ports"]}
            for port in service["spec"]["ports"]:
                if port["port"] == 80:
                    self.ports[service["metadata"]["name"]] = named[port["targetPort"]]

    def address(self, workload, free):
        """The node's for what is on its network, that of its Service where the chart chooses one, a free one else."""
        template = workload["spec"]["template"]
        if template["spec"].get("hostNetwork"):
            return self.node
        labels = template["metadata"]["labels"].items()
        chosen = [s["spec"]["clusterIP"] for s in self.services if s["spec"].get("clusterIP", "None") != "None" and s["spec"]["selector"].items() <= labels]
        return chosen[0] if chosen else free

    def text(self, value, own):
        """A variable or argument as it is on this machine; `own` is the address of the pod that it is for."""
        for server, address in self.servers.items():
            value = value.replace(f"{self.release}-{server}", address)
        for name, port in self.ports.items():
            value = re.sub(rf"//{name}(:80)?(?![:\w-])", f"//{name}:{port}", value)
        for name, address in self.addresses.items():
            value = value.replace(f"//{name}:", f"//{address}:")
        return value.replace("0.0.0.0:", f"{own}:") if own else value

    def pod(self, name, template):
        """The template of a Deployment, a DaemonSet or a Job as a pod that podman takes."""
        spec, own = json.loads(json.dumps(template["spec"])), self.addresses.get(name)
        spec["hostNetwork"] = True
        for container in spec.get("initContainers", []) + spec["containers"]:
            for key in ("startupProbe", "livenessProbe", "readinessProbe", "lifecycle", "ports"):
                container.pop(key, None)
            known, fields = {}, {"metadata.name": name, "status.podIP": own, "status.hostIP": self.node}
            for variable in container.get("env", []):
                known[variable["name"]] = self.variable(variable, known, own, fields)
            container["args"] = [self.text(expanded(argument, known), own) for argument in container.get("args", [])]
        for volume in spec.get("volumes", []):
            if "secret" in volume:
                volume["hostPath"] = {"path": self.files(volume.pop("secret"))}
            elif "emptyDir" in volume:
                del volume["emptyDir"]
                volume["hostPath"] = {"path": self.empty(f"{name}-{volume['name']}")}
        return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec}

    def variable(self, variable, known, own, fields):
        """The value of a variable; what podman cannot find out by itself is written into it."""
        source = variable.get("valueFrom", {})
        if "secretKeyRef" in source:
            return self.secret(**source["secretKeyRef"])
        if "fieldRef" in source:
            del variable["valueFrom"]
            variable["value"] = fields[source["fieldRef"]["fieldPath"]]
        else:
            variable["value"] = self.text(expanded(variable["value"], known), own)
        return variable["value"]

    def secret(self, name, key, optional=False):
        """Of an optional key that is not there, an empty text."""
        secret = self.secrets.get(name, {}) if optional else self.secrets[name]
        return base64.b64decode(secret.get(key, "") if optional else secret[key]).decode()

    def add_secret(self, name, values):
        """One that somebody makes by hand, as the documents say."""
        self.secrets[name] = {key: base64.b64encode(value.encode()).decode() for key, value in values.items()}

    def files(self, source):
        """A Secret's files as a folder, under the names that the volume gives them."""
        found, folder = self.folders[source["secretName"]], Path(self.empty(source["secretName"]))
        for item in source["items"]:
            shutil.copy(found / item["key"], folder / item["path"])
            (folder / item["path"]).chmod(0o644)
        return str(folder)

    def empty(self, name):
        """A new folder that everybody may write to, as an emptyDir is; podman's has the mode of the image's folder."""
        folder = self.volumes / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        folder.chmod(0o777)
        return str(folder)

    def make_secrets(self):
        for name, values in self.secrets.items():
            forget_secret(name)
            podman("secret", "create", name, "-", text=json.dumps(values))

    def forget_secrets(self):
        for name in self.secrets:
            forget_secret(name)


def expanded(value, known):
    """$(NAME) as Kubernetes replaces it; podman (4.3) leaves it as it is."""
    return re.sub(r"\$\((\w+)\)", lambda found: known[found[1]], value)


def forget_secret(name):
    subprocess.run(["podman", "secret", "rm", name], capture_output=True)
