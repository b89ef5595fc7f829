#include "app/explain/views.h"

#include <algorithm>
#include <array>

#include "app/explain/changes_view.h"
#include "app/explain/console_view.h"
#include "app/explain/cpu_view.h"
#include "app/explain/cube_view.h"
#include "app/explain/descent_view.h"
#include "app/explain/findings_view.h"
#include "app/explain/heat_view.h"
#include "app/explain/limits_view.h"
#include "app/explain/lines_view.h"
#include "app/explain/times_view.h"
#include "app/explain/variables_view.h"
#include "app/explain/warps_view.h"
#include "instrumentation/reading/launch_product.h"

namespace tilescope {

namespace {

using Of = const Explainable&;
using Room = const View&;

constexpr std::array views{
    ExplainView{
        .name = "findings",
        .question = ViewQuestion::right,
        .tab = "findings",
        .key = 'e',
        .help = "findings, and their switches",
        .beside_stage = true,
        .draw = [](Of of, Room room) { return findings_picture(*of.focus.explained, of.choices.finding, room); },
        .height = [](Of of, Room room) { return findings_height(*of.focus.explained, of.choices.finding, room); },
        .line = findings_line,
        .mark = mark_findings},
    ExplainView{.name = "warps",
                .question = ViewQuestion::hardware,
                .tab = "warps",
                .key = 'w',
                .help = "warps: sectors and bank conflicts",
                .needs_steps = true,
                .draw = [](Of of, Room room) { return warps_picture(of.frame, *of.focus.explained, room); },
                .dump = dump_warps,
                .line = warps_line,
                .links = warps_links},
    ExplainView{.name = "heat",
                .question = ViewQuestion::data,
                .tab = "heat",
                .key = 'h',
                .help = "heat maps of A and B",
                .draw = [](Of of, Room room) { return heat_picture(of.focus, of.beside, room); },
                .dump = dump_heat,
                .line = heat_line},
    ExplainView{.name = "cube",
                .question = ViewQuestion::hardware,
                .tab = "cube",
                .key = 'C',
                .help = "the cube of all multiply-adds",
                .needs_analyses = false,
                .needs_steps = true,
                .needs_cube = true,
                .draw = [](Of of, Room room) { return cube_picture(of, room); },
                .dump = dump_cube,
                .options = cube_options,
                .change = next_slice,
                .line = cube_line},
    ExplainView{.name = "flow",
                .question = ViewQuestion::data,
                .tab = "flow",
                .key = 'I',
                .help = "flow: how values are computed",
                .needs_analyses = false,
                .needs_steps = true,
                .needs_descent = true,
                .keeps_elements = true,
                .draw = [](Of of, Room room) { return descent_picture(of, room); },
                .dump = dump_descent,
                .line = descent_line},
    ExplainView{.name = "limits",
                .question = ViewQuestion::speed,
                .tab = "limits",
                .key = 'r',
                .help = "limits: occupancy and roofline",
                .draw = [](Of of, Room room) { return limits_picture(of.limits(), room, of.choices.is_unfolded); },
                .dump = dump_limits,
                .options = [](Of of) { return limits_options(of.limits()); },
                .change = next_tile},
    ExplainView{.name = "lines",
                .question = ViewQuestion::speed,
                .tab = "lines",
                .key = 'S',
                .help = "lines: what each line costs",
                .draw = [](Of of, Room room) { return lines_picture(of, room); },
                .dump = dump_lines},
    ExplainView{.name = "cpu",
                .question = ViewQuestion::speed,
                .tab = "CPU",
                .key = 'y',
                .help = "a product on a CPU, with a cache",
                .needs_analyses = false,
                .keeps_elements = true,
                .draw =
                    [](Of of, Room room) {
                      return of.choices.loop_runs == nullptr
                                 ? Picture{}
                                 : cpu_picture(*of.choices.loop_runs, of.choices.loops, of.loops_part(),
                                               reading::product_of(of.trace.launch()).has_value(), room,
                                               loop_arrays(of.trace.launch(), of.choices.loops.sizes));
                    },
                .dump = dump_loops,
                .options = [](Of of) { return cpu_options(of.choices.loops); },
                .change = next_access,
                .opening = open_loops},
    ExplainView{.name = "times",
                .question = ViewQuestion::speed,
                .tab = "times",
                .key = 'v',
                .help = "times: kernels and cuBLAS",
                .draw = [](Of of, Room room) { return times_picture(of.times(), room); },
                .dump = dump_times,
                .options = [](Of of) { return times_options(of.times()); }},
    ExplainView{.name = "variables",
                .question = ViewQuestion::data,
                .tab = "variables",
                .key = 'V',
                .help = "variables of one thread, or all",
                .needs_analyses = false,
                .needs_steps = true,
                .needs_variables = true,
                .draw = [](Of of, Room room) { return variables_picture(of, room); },
                .dump = dump_variables,
                .change = next_variable,
                .line = variables_line},
    ExplainView{.name = "console",
                .question = ViewQuestion::right,
                .tab = "console",
                .key = 'q',
                .help = "console: output of printf",
                .draw = [](Of of, Room room) { return console_picture(of, room); },
                .dump = dump_console},
    ExplainView{.name = "changes",
                .question = ViewQuestion::right,
                .tab = "changes",
                .key = 'D',
                .help = "changes: this kernel and the other",
                .draw = [](Of of, Room room) { return changes_picture(of.changes, room); },
                .dump = dump_changes,
                .options = [](Of of) { return changes_options(of.changes); },
                .line = changes_line},
};

constexpr std::array questions{
    ViewQuestionWords{ViewQuestion::right, "Is it right?", "Right?"},
    ViewQuestionWords{ViewQuestion::data, "Where does the data go?", "Data"},
    ViewQuestionWords{ViewQuestion::hardware, "How does the hardware see it?", "Hardware"},
    ViewQuestionWords{ViewQuestion::speed, "How fast can it be?", "Speed"},
};

}  // namespace

std::span<const ViewQuestionWords> explain_questions() { return questions; }

std::span<const ExplainView> explain_views() { return views; }

const ExplainView* view_of(Explanation explanation) {
  const auto found =
      std::find_if(views.begin(), views.end(), [&](const ExplainView& view) { return view.name == explanation.name; });
  return found == views.end() ? nullptr : &*found;
}

std::vector<std::string> explanation_names() {
  std::vector<std::string> names;
  for (const ExplainView& view : views) names.emplace_back(view.name);
  return names;
}

std::optional<Explanation> explanation_named(std::string_view name) {
  const ExplainView* const view = view_of({name});
  return view == nullptr ? std::nullopt : std::optional(view->explanation());
}

}  // namespace tilescope
