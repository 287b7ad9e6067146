import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Cluster, Pooler } from "@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { Namespace, Service } from "kubernetes-models/v1";
import { Ingress } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { parse, parseAllDocuments } from "yaml";

/** The published schemas of Kubernetes and CloudNativePG, by kind. */
const kinds = { Cluster, Pooler, Deployment, Job, Namespace, Service, Ingress, PodDisruptionBudget };

interface Resource {
  apiVersion: string;
  kind: string;
}

const read = (name: string) => fs.readFileSync(path.join(import.meta.dirname, name), "utf8");
const { resources } = parse(read("kustomization.yaml")) as { resources: string[] };
const all = resources.flatMap((name) =>
  parseAllDocuments(read(name)).map((document) => ({ name, resource: document.toJS() as Resource })),
);

/** Throws the violations of the schema of the resource's kind. */
function validate(resource: Resource): void {
  const Kind = kinds[resource.kind as keyof typeof kinds] as unknown as new (value: Resource) => {
    apiVersion: string;
    validate(): void;
  };
  const model = new Kind(resource);
  model.validate();
  expect(model.apiVersion).toBe(resource.apiVersion);
}

describe("deploy/kubernetes", () => {
  it("names every file in kustomization.yaml", () => {
    const files = fs.readdirSync(import.meta.dirname).filter((name) => name.endsWith(".yaml"));
    expect([...resources, "kustomization.yaml"].sort()).toEqual(files.sort());
  });

  it.each(all)("$name: $resource.kind obeys its published schema", ({ resource }) => {
    validate(resource);
  });

  it("would be refused with a mistake", () => {
    const { resource } = all.find(({ resource: { kind } }) => kind === "Cluster")!;
    expect(() => validate({ ...resource, spec: { instances: "three" } } as Resource)).toThrow(/spec/);
  });
});
