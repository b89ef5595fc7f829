#include "instrumentation/language/checker/kernels.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "instrumentation/language/passes/walk.h"

namespace tilescope::language {

namespace {

bool holds(const syntax::Item& item, Place place) {
  return item.place.offset <= place.offset && place.offset < std::max(item.place.end(), item.place.offset + 1);
}

// True if something in it was not understood, which was reported elsewhere.
bool has_broken_part(const Function& function) {
  bool found = false;
  each_within(function,
              [&](const Expression& e) { found = found || e.kind == ExpressionKind::broken || e.type.is_unknown(); });
  for (const Variable* const v : function.locals) found = found || v->type.is_unknown();
  return found;
}

// The function that f calls, directly or not, and that calls f; null if there is none.
const Function* calls_itself_by(const Function& f) {
  std::vector<const Function*> reached{&f};
  for (std::size_t n = 0; n < reached.size(); ++n)
    for (const Function* const to : reached[n]->calls) {
      if (to == &f) return reached[n];
      if (std::find(reached.begin(), reached.end(), to) == reached.end()) reached.push_back(to);
    }
  return nullptr;
}

void add_parameters(Kernel& kernel, const Variable& variable, const std::string& name, Type type,
                    const std::vector<const Field*>& path) {
  if (type.is_structure() && type->structure->vector == 0) {
    for (const Field& field : type->structure->fields) {
      std::vector<const Field*> further = path;
      further.push_back(&field);
      add_parameters(kernel, variable, name + "." + std::string(field.name), field.type, further);
    }
    return;
  }
  Parameter p;
  p.name = name;
  p.is_array = type.is_pointer();
  p.type = p.is_array ? type.inner() : type;
  p.variable = &variable;
  p.path = path;
  kernel.parameters.push_back(std::move(p));
}

void add_shared(Kernel& kernel, Diagnostics& diagnostics) {
  std::uint64_t end = 0;
  const auto add = [&](const Variable* v) {
    if (v->space != Space::shared || v->type.is_unknown()) return;
    if (std::find(kernel.shared.begin(), kernel.shared.end(), v) != kernel.shared.end()) return;
    kernel.shared.push_back(v);
    if (v->dynamic) {
      kernel.dynamic = v;
      return;
    }
    const std::uint64_t alignment = std::max<std::uint64_t>({v->type->alignment, v->alignment, 1});
    end = (end + alignment - 1) / alignment * alignment + v->type->size;
  };
  for (const Function* const f : reached(*kernel.function)) {
    for (const Variable* const v : f->locals) add(v);
    each_within(*f, [&](const Expression& e) {  // file-level variables
      if (e.kind == ExpressionKind::variable) add(e.variable);
    });
  }
  kernel.shared_bytes = end;
  static constexpr std::uint64_t most = 227 << 10;
  if (end > most)
    diagnostics.error(kernel.function->place, Mistake::too_much_shared_memory,
                      quoted(kernel.name) + " needs " + std::to_string(end) +
                          " bytes of shared memory, but no GPU has more than " + std::to_string(most) + " per block");
}

}  // namespace

void refuse_recursion(const std::vector<const Function*>& reached, Diagnostics& diagnostics) {
  // Functions whose callees are all removed are removed too; the rest contains every function that calls itself.
  std::unordered_map<const Function*, std::size_t> left;
  std::unordered_map<const Function*, std::vector<const Function*>> callers;
  std::vector<const Function*> free;
  for (const Function* const f : reached) {
    left[f] = f->calls.size();
    for (const Function* const to : f->calls) callers[to].push_back(f);
    if (f->calls.empty()) free.push_back(f);
  }
  while (!free.empty()) {
    const Function* const f = free.back();
    free.pop_back();
    left.erase(f);
    for (const Function* const caller : callers[f]) {
      if (f->waits) const_cast<Function*>(caller)->waits = true;
      if (--left[caller] == 0) free.push_back(caller);
    }
  }
  for (const Function* const f : reached)
    if (left.contains(f))
      if (const Function* const by = calls_itself_by(*f)) {
        const Sentence way = by == f ? "" : " through " + quoted(by->name);
        diagnostics.error(f->place, Mistake::recursion,
                          quoted(f->name) + " calls itself" + way + ": recursion is not supported", "write a loop");
        return;
      }
}

bool is_whole(const std::vector<const Function*>& reached) {
  return std::all_of(reached.begin(), reached.end(), [](const Function* f) {
    return (f->body != nullptr || f->is_constructor) && !has_broken_part(*f);
  });
}

std::vector<const syntax::Item*> faulty_items(const syntax::File& file, const Diagnostics& diagnostics) {
  std::unordered_set<const syntax::Item*> faulty;
  for (const Diagnostic& d : diagnostics.in_order_found()) {
    if (!d.is_error()) continue;
    const auto item =
        std::find_if(file.items.begin(), file.items.end(), [&](const syntax::Item& i) { return holds(i, d.place); });
    faulty.insert(item == file.items.end() ? nullptr : &*item);
  }
  return {faulty.begin(), faulty.end()};
}

bool is_runnable(const Kernel& kernel, const std::vector<const Function*>& reached,
                 const std::vector<const syntax::Item*>& faulty) {
  for (const Parameter& p : kernel.parameters)
    if (p.type.is_unknown()) return false;
  for (const syntax::Item* const item : faulty) {
    if (item == nullptr || !item->for_device) return false;
    if (item->declaration != nullptr && item->declaration->kind != syntax::DeclarationKind::function) return false;
    for (const Function* const f : reached)
      if (holds(*item, f->place)) return false;
  }
  return is_whole(reached);
}

Kernel kernel_of(std::string_view name, const Function& function, const std::vector<Knob>& knobs,
                 const Knobs::GivenValues& given, Diagnostics& diagnostics) {
  Kernel kernel;
  kernel.name = name;
  kernel.function = &function;
  kernel.most_threads = function.most_threads;
  kernel.knobs = knobs;
  std::set<const Variable*> led_elsewhere;
  for (const Led& led : led_of(function, given)) {
    kernel.knobs.push_back(
        {std::string(led.pointer->name), Knob::Kind::pointer, std::string(led.said), false, led.pointer->place});
    if (led.pointer != led.into) led_elsewhere.insert(led.pointer);
  }
  for (const Variable* const p : function.parameters)
    if (!led_elsewhere.contains(p)) add_parameters(kernel, *p, std::string(p->name), p->type, {});
  add_shared(kernel, diagnostics);
  return kernel;
}

}  // namespace tilescope::language
