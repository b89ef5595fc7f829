#include "tests/instrumentation/device_text/cases.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <stdexcept>

#include "instrumentation/executors/of_program.h"
#include "instrumentation/language/tree/tree.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/launching/derive/known_kernel.h"
#include "instrumentation/launching/header/catalogue.h"
#include "tests/instrumentation/machine/judge/for_machine.h"
#include "tests/support/form.h"
#include "tests/support/launches.h"
#include "tests/support/text_kernels.h"

namespace tilescope::elsewhere {

namespace fs = std::filesystem;

namespace {

using judge::Element;
using judge::Member;
using language::Type;
using language::TypeKind;

constexpr int launches_of_each = 2;
constexpr std::uint64_t most_threads = 2048;  // of a launch

// --- The catalogue's kernels. ---

// A shape that the kernel takes, ragged where it may be.
Launch small_launch(const CatalogueKernel& kernel, int tile, std::mt19937_64& random) {
  const auto side = [&] { return static_cast<std::int64_t>(1 + random() % static_cast<unsigned>(2 * tile + 1)); };
  ProductShape ragged{side(), side(), side(), tile};
  if (kernel.name == "single_block") ragged.m = ragged.n = ragged.k = tile;
  if (!kernel.takes(ragged)) {
    ragged.m = tile * static_cast<int>(1 + random() % 2);
    ragged.n = tile * static_cast<int>(1 + random() % 2);
    ragged.k = tile * static_cast<int>(1 + random() % 2);
  }
  return test::launch(std::string(kernel.name), ragged.m, ragged.n, ragged.k, tile, "random", random());
}

void add_catalogue(std::vector<Case>& cases) {
  std::mt19937_64 random(5);
  for (const CatalogueKernel& kernel : catalogue()) {
    if (kernel.name == "tiled_barrier_in_branch") continue;  // the machine ends its launches
    std::vector<int> tiles = kernel.tiles();
    std::erase_if(tiles, [](int tile) { return tile < 2 || tile > 16; });
    if (tiles.empty()) tiles = {kernel.tiles().front()};
    for (const int tile : std::set<int>{tiles.front(), tiles[std::min<std::size_t>(2, tiles.size() - 1)]}) {
      Case one{.name = std::string(kernel.name) + ", tile " + std::to_string(tile)};
      for (int n = 0; n < launches_of_each; ++n) {
        const Launch launch = small_launch(kernel, tile, random);
        const RecordedKernel& recorded = recorded_kernel(launch);
        one.prepared = recorded.prepared;
        one.launches.push_back(machine_launch(recorded, launch));
      }
      cases.push_back(std::move(one));
    }
  }
}

// --- Forms, and kernels that do something odd. ---

void add_forms(std::vector<Case>& cases) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(test::texts_folder() + "/forms"))
    if (entry.path().extension() == ".cu") names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  static constexpr OutOfBounds rules[] = {OutOfBounds::poison, OutOfBounds::zero, OutOfBounds::stale};
  std::size_t number = 0;
  for (const std::string& name : names) {
    const ProductKernel& kernel = test::form_kernel(name);
    Launch launch = test::launch_of(test::read_form(test::texts_folder() + "/forms", name), kernel);
    launch.out_of_bounds = name == "strays" ? OutOfBounds::stale : rules[number++ % 3];
    cases.push_back({name, kernel.prepared, {machine_launch(kernel, launch)}});
  }
  for (const OutOfBounds rule : rules) {
    Launch launch = test::square(test::odd_kernel("strays"), 2, {2, 2});
    launch.out_of_bounds = rule;
    const RecordedKernel& kernel = test::odd_kernel("strays");
    cases.push_back({"odd strays", kernel.prepared, {machine_launch(kernel, launch)}});
  }
}

// --- The collection's. ---

Element element_of(Type type) {
  if (type.is_array()) {
    Element one = element_of(type.inner());
    one.count *= type->count;
    return one;
  }
  if (type.is_enumeration()) return element_of(type.inner());
  if (type.is(TypeKind::void_)) return {'u', 1};
  if (type.is(TypeKind::bool_)) return {'b', 1};
  if (type.is_structure() && type->structure->vector > 0) {
    Element one = element_of(type->structure->fields.front().type);
    one.count = type->structure->vector;
    return one;
  }
  if (!type.is_arithmetic()) return {'?', type->size};
  return {type.is_floating() ? 'f' : type.is_unsigned() ? 'u' : 'i', type->size};
}

// What clang would say of the kernel's parameters, and of the file's variables.
std::map<std::string, Member> members_of(const language::Kernel& kernel, const judge::Line& line) {
  std::map<std::string, Member> members;
  for (const language::Parameter& parameter : kernel.parameters) {
    const auto kind = parameter.is_array ? Member::Kind::array : Member::Kind::scalar;
    members[parameter.name] = {kind, parameter.name, element_of(parameter.type), nullptr, parameter.type->size};
  }
  for (const language::Parameter& global : kernel.globals) {
    const Type type = global.variable->type;
    const std::string name(global.variable->name);
    members[name] = {Member::Kind::global, name, element_of(type), nullptr, type->size};
  }
  std::erase_if(members, [&](const auto& each) {
    return std::none_of(line.given.begin(), line.given.end(),
                        [&](const judge::Given& given) { return given.name == each.first; });
  });
  return members;
}

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Case case_of(const judge::Line& line) {
  const language::Program program =
      language::read(read_file(fs::path(TILESCOPE_SOURCES "/tests/instrumentation/language/collection") / line.file),
                     {.knobs = line.knobs});
  const language::Kernel* kernel = nullptr;
  for (const language::Kernel& each : program.kernels())
    if (each.name == plain_name(line)) kernel = &each;
  if (kernel == nullptr) throw std::runtime_error("no kernel " + line.kernel);
  Case one{line.file + " " + line.kernel, std::make_shared<const machine::Prepared>(program, *kernel), {}};
  const auto members = members_of(*kernel, line);
  std::mt19937_64 random(line.kernel.size() * 131 + line.file.size());
  for (int tries = 0; tries < 100 && one.launches.size() < launches_of_each; ++tries) {
    machine::Launch launch = for_machine(one.prepared->code(), line, draw(line, members, random));
    if (!one.launches.empty() && launch.block != one.launches[0].block) continue;
    if (launch.blocks() * launch.threads() > most_threads && tries < 50) continue;
    launch.most_rounds = std::uint64_t{1} << 20;
    launch.together = line.only == "together";
    one.launches.push_back(std::move(launch));
  }
  return one;
}

// Left out is one that asks which lanes are in step, while they are not: only a GPU says that.
void add_collection(std::vector<Case>& cases) {
  for (const judge::Line& line :
       judge::read_table(TILESCOPE_SOURCES "/tests/instrumentation/machine/judge/launches.txt"))
    if (line.kernel != "bfs_flags") cases.push_back(case_of(line));
}

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  add_catalogue(cases);
  add_forms(cases);
  add_collection(cases);
  return cases;
}

device_text::Options options_of(const machine::Launch& launch, std::size_t number, Kind kind) {
  device_text::Options options;
  options.keeps = kind == Kind::counts ? device_text::Keeps::counts
                  : kind == Kind::ways ? device_text::Keeps::ways
                  : kind == Kind::bare ? device_text::Keeps::nothing
                                       : device_text::Keeps::events;
  options.block = launch.block;
  options.stray = launch.out_of_bounds == OutOfBounds::zero    ? device_text::There::zero
                  : launch.out_of_bounds == OutOfBounds::stale ? device_text::There::stale
                                                               : device_text::There::poison;
  options.fast = number % 3 == 0;
  options.event_bytes = kind == Kind::wide ? 16 : is_thin(number) ? 4 : 8;
  options.pairs = in_pairs(number);
  return options;
}

}  // namespace tilescope::elsewhere
